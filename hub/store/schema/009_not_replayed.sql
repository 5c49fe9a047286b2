-- Why a game could not be played again: by the same version of its rules it is not tried again.

alter table games add column why_not text;
