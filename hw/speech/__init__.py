"""Speech: sentences that come out of a loudspeaker."""
