"""How fast a table reads what a broker tells it: so many messages a second, for a share of the processor's time."""

from controller import limits


class Pace:
    """Owner of what was heard in this second, which is drawn out where that has cost more than its share.

    Args:
        most_a_s: messages in a second.

    Attributes:
        ends_s: when the second is over, by the clock of whoever hears.
    """

    def __init__(self, most_a_s: int) -> None:
        self.ends_s = 0.0
        self._most_a_s = most_a_s
        self._began_s = 0.0
        self._heard = 0
        self._cost_s = 0.0

    def heard(self, now_s: float, cost_s: float) -> bool:
        """One more message, which has cost so much; whether to read no other before the second is over."""
        if now_s >= self.ends_s:
            self._began_s, self.ends_s, self._heard, self._cost_s = now_s, now_s + 1.0, 0, 0.0
        self._heard += 1
        self._cost_s += cost_s
        drawn_out_s = self._began_s + self._cost_s / limits.MQTT_WORK_SHARE
        is_too_much = drawn_out_s >= self.ends_s
        self.ends_s = max(self.ends_s, min(drawn_out_s, now_s + limits.MQTT_LONGEST_REST_S))
        return is_too_much or self._heard >= self._most_a_s
