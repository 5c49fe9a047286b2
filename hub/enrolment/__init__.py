"""How tables join the room: who asks, whose letters were typed, who has an invitation."""
