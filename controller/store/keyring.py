"""PIN, password and machine tokens, stored as hashes."""

import contextlib
import hashlib
import hmac
import secrets
import threading
from pathlib import Path
from typing import Annotated, Final

import msgspec

from controller import limits
from controller.secret import Secret
from controller.store.atomic_files import write_atomically

SCRYPT_N: Final = 2**14
SCRYPT_R: Final = 8
SCRYPT_P: Final = 1
"""With these parameters, each guess takes 16 MiB (RFC 7914, section 2)."""
SCRYPT_MEMORY: Final = 64 * 1024 * 1024

PINS: Final = range(100_000, 1_000_000)
SHORTEST_PASSWORD: Final = 8


class SecretHash(msgspec.Struct, frozen=True):
    """Salt and scrypt hash of a secret, hexadecimal."""

    salt: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{2}){16,64}\Z")]
    digest: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Token(msgspec.Struct, frozen=True):
    """Hash of a machine's token; 256 random bits need no slow hash."""

    name: str
    sha256: str


class StoredKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pin: SecretHash | None = None
    password: SecretHash | None = None
    tokens: tuple[Token, ...] = ()


class KeyringError(Exception):
    """The keys cannot be read, saved or used."""


class Keyring:
    """The key file (mode 0600); safe for use from several threads."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._loaded = StoredKeys()
        self._read = _UNREAD
        self._write_lock = threading.Lock()

    def load(self) -> None:
        if not self._file.exists():
            return
        try:
            stamp = _file_stamp(self._file)
            self._loaded = msgspec.json.decode(self._file.read_bytes(), type=StoredKeys)
            self._read = stamp
        except (ValueError, RecursionError, OSError) as fault:  # ValueError includes invalid UTF-8
            raise KeyringError(
                f"{self._file}: {fault}. Logging in with a PIN is disabled; create a new PIN in the table's menu."
            ) from None

    @property
    def _current_keys(self) -> StoredKeys:
        with contextlib.suppress(OSError, KeyringError):
            if _file_stamp(self._file) != self._read:
                self.load()
        return self._loaded

    @property
    def has_pin(self) -> bool:
        return self._current_keys.pin is not None

    @property
    def has_password(self) -> bool:
        return self._current_keys.password is not None

    @property
    def pin_version(self) -> str:
        return "" if self._current_keys.pin is None else self._current_keys.pin.salt

    @property
    def password_version(self) -> str:
        return "" if self._current_keys.password is None else self._current_keys.password.salt

    @property
    def token_names(self) -> list[str]:
        return [token.name for token in self._current_keys.tokens]

    def store_new_pin(self) -> Secret:
        """Create a PIN that replaces the previous one; only its hash is stored."""
        pin = Secret(str(secrets.choice(PINS)))
        with self._write_lock:
            self._save_keys(msgspec.structs.replace(self._current_keys, pin=_hash_secret(pin)))
        return pin

    def set_password(self, password: Secret) -> None:
        if len(password) < SHORTEST_PASSWORD:
            raise KeyringError(
                f"the password has {len(password)} characters, expected at least {SHORTEST_PASSWORD}. Choose another."
            )
        with self._write_lock:
            self._save_keys(msgspec.structs.replace(self._current_keys, password=_hash_secret(password)))

    def create_token(self, name: str) -> Secret:
        """Create a token for the machine ``name``; it cannot be shown again."""
        token = Secret(secrets.token_urlsafe(32))
        with self._write_lock:
            if name in self.token_names:
                raise KeyringError(f"{name!r} already has a token. Revoke it, or choose another name.")
            if len(self._current_keys.tokens) >= limits.API_TOKENS:
                raise KeyringError(f"{limits.API_TOKENS} machines have a token, the maximum. Revoke one first.")
            added = (*self._current_keys.tokens, Token(name, _hash_token(token)))
            self._save_keys(msgspec.structs.replace(self._current_keys, tokens=added))
        return token

    def revoke_token(self, name: str) -> None:
        with self._write_lock:
            left = tuple(token for token in self._current_keys.tokens if token.name != name)
            self._save_keys(msgspec.structs.replace(self._current_keys, tokens=left))

    def matches_pin(self, pin: Secret) -> bool:
        return _matches_hash(pin, self._current_keys.pin)

    def matches_password(self, password: Secret) -> bool:
        return _matches_hash(password, self._current_keys.password)

    def find_token_name(self, token: Secret) -> str | None:
        seen = _hash_token(token)
        return next(
            (known.name for known in self._current_keys.tokens if hmac.compare_digest(known.sha256, seen)), None
        )

    def _save_keys(self, keys: StoredKeys) -> None:
        try:
            write_atomically(self._file, msgspec.json.format(msgspec.json.encode(keys)).decode() + "\n", mode=0o600)
        except OSError as fault:
            raise KeyringError(f"{self._file}: {fault.strerror}. Nothing was changed.") from None
        self._loaded = keys
        with contextlib.suppress(OSError):
            self._read = _file_stamp(self._file)


def _file_stamp(file: Path) -> tuple[int, int, int]:
    seen = file.stat()
    return seen.st_mtime_ns, seen.st_ino, seen.st_size


_UNREAD: Final = (0, 0, 0)


def _scrypt(secret: Secret, salt: bytes) -> bytes:
    return hashlib.scrypt(
        secret.reveal().encode(), salt=salt, n=SCRYPT_N, r=SCRYPT_R, p=SCRYPT_P, maxmem=SCRYPT_MEMORY, dklen=32
    )


def _hash_secret(secret: Secret) -> SecretHash:
    salt = secrets.token_bytes(16)
    return SecretHash(salt.hex(), _scrypt(secret, salt).hex())


_DUMMY_HASH: Final = SecretHash(bytes(16).hex(), bytes(32).hex())
"""Compared with a guess if no secret is set, to take equally long."""


def _matches_hash(secret: Secret, known: SecretHash | None) -> bool:
    against = known or _DUMMY_HASH
    seen = _scrypt(secret, bytes.fromhex(against.salt))
    return hmac.compare_digest(seen, bytes.fromhex(against.digest)) and known is not None


def _hash_token(token: Secret) -> str:
    return hashlib.sha256(token.reveal().encode()).hexdigest()
