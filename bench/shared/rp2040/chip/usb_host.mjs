// The USB host at a board: it sets the serial line up, takes what the board sends, and gives octets when there are some.
//
// rp2040js's own host answers an empty packet whenever it has nothing; each costs the board an interrupt. A real host
// asks no board to take nothing, and so this one waits. Not modelled: frames of a millisecond, other traffic on the bus.

export class UsbHost {
  /** `received` takes what the board sends. */
  constructor(USBCDC, controller, received) {
    this._controller = controller;
    this._line = new USBCDC(controller);
    this._waiting = [];
    this._room = 0;
    this.connected = false;
    this._line.onDeviceConnected = () => {
      this.connected = true;
    };
    this._line.onSerialData = received;
    controller.onEndpointRead = (endpoint, room) => {
      if (endpoint !== this._line.outEndpoint) return;
      this._room = room;
      this._give();
    };
  }

  /** Octets for the board; they wait until it has room. */
  send(octets) {
    this._waiting.push(...octets);
    this._give();
  }

  _give() {
    if (!this._room || !this._waiting.length) return;
    const packet = Uint8Array.from(this._waiting.splice(0, this._room));
    this._room = 0;
    this._controller.endpointReadDone(this._line.outEndpoint, packet);
  }
}
