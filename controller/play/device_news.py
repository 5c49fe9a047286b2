"""A device was lost or is back: in the log, among the counts, in the story, on the console."""

from controller import log
from controller.devices.health import DeviceState
from controller.devices.readers import DeviceCounts
from controller.games.contract.effects import Tell
from controller.games.contract.values import Text
from controller.play.game_loop import GameLoop
from controller.show import device_messages
from controller.show.effect_loop import DeviceLost


def spread(device: DeviceState, counts: DeviceCounts, loop: GameLoop) -> None:
    """Say it wherever people look."""
    label = device_messages.name_of(device.name)
    if device.fault is None:
        log.info("device_back", device=device.name)
        loop.show([Tell(Text("device-back", {"device": label, "fault": ""}))])
        return
    counts.lost(device.name)
    log.warning("device_lost", device=device.name, fault=device.fault)
    loop.show([Tell(Text("device-lost", {"device": label, "fault": device.fault}))])
    screen = device_messages.screen_of(device)
    if screen is not None:
        loop.show([DeviceLost(screen)])
