"""What the host sets: pbem.toml, with single values (secrets above all) from the environment or from files.

Every fault is told as one sentence that names the key, what is wrong with it, and what to write.
"""

from __future__ import annotations

import os
import tomllib
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from pbem.deadlines import parse_schedule
from pbem.mail.oauth import SCOPES, TOKEN_URLS, OAuthSettings, RefreshedTokens, TokenSource
from pbem.mail.settings import ImapSettings, SmtpSettings, Tls

NEVER = "never"
"""In place of a rhythm: a game without deadlines."""


class BadSettings(Exception):
    """The settings can't be used; `faults` holds a sentence for each reason."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", validate_default=True)


def is_this_machine(host: str) -> bool:
    """Whether what goes to this host stays on this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def mail_address(value: str) -> str:
    """The address as it is. Raises ValueError when it is none."""
    local, at, domain = value.partition("@")
    if not (local and at and domain) or any(c.isspace() or c in '<>,;"' for c in value) or "@" in domain:
        raise ValueError(f"{value!r} is not a mail address")
    return value


class JudgePart(_Part):
    """Who the judge is."""

    address: str = Field(description='the mail address of the judge, for example "judge@example.org"')
    name: str = Field(default="The judge", description="the name the judge signs with", min_length=1)
    host: str = Field(default="", description="how players reach you, the host, in words or as an address")
    language: Literal["en", "hu"] = Field(default="en", description='"en" or "hu", for letters to people of no game')
    zone: str = Field(default="UTC", description='a time zone such as "Europe/Budapest"')

    _check_address = field_validator("address")(mail_address)

    @field_validator("zone")
    @classmethod
    def _zone_exists(cls, value: str) -> str:
        return known_zone(value)


class OAuthPart(_Part):
    """How access tokens are got, where the mail server takes no password."""

    provider: Literal["google", "microsoft", "other"] = Field(
        default="other", description='"google", "microsoft" or "other" (then with token_url)'
    )
    token_url: str = Field(default="", description="the address that gives access tokens, beginning with https://")
    client_id: str = Field(description="the number of your application at the provider", min_length=1)
    client_secret: SecretStr | None = Field(default=None, description="its secret, or better: client_secret_file")
    client_secret_file: Path | None = Field(default=None, description="the file whose first line is its secret")
    refresh_token: SecretStr | None = Field(default=None, description="the token, or better: refresh_token_file")
    refresh_token_file: Path | None = Field(default=None, description="the file whose first line is the refresh token")
    scope: str = Field(default="", description="what is asked for, or leave it out")

    @model_validator(mode="after")
    def _complete(self) -> OAuthPart:
        if self.provider == "other" and not self.token_url:
            raise ValueError('oauth.token_url is missing; write it, or provider = "google" or "microsoft"')
        local = self.token_url.startswith(("http://127.0.0.1", "http://localhost"))
        if self.token_url and not self.token_url.startswith("https://") and not local:
            raise ValueError("oauth.token_url must begin with https://")
        if self.refresh_token is None and self.refresh_token_file is None:
            raise ValueError("oauth.refresh_token_file is missing; write the name of the file with the refresh token")
        return self

    def tokens(self) -> RefreshedTokens:
        """Raises BadSettings when a file can't be read."""
        client = _secret_of("oauth.client_secret_file", self.client_secret, self.client_secret_file)
        refresh = _secret_of("oauth.refresh_token_file", self.refresh_token, self.refresh_token_file)
        return RefreshedTokens(
            OAuthSettings(
                token_url=self.token_url or TOKEN_URLS[self.provider], client_id=self.client_id, refresh_token=refresh,
                client_secret=client, scope=self.scope or SCOPES.get(self.provider, ""),
            )
        )  # fmt: skip


class AlertsPart(_Part):
    """How the host hears of trouble, by another way than the mailbox that may be the trouble."""

    command: list[str] = Field(
        default_factory=list, description='a program and its arguments, for example ["/usr/local/bin/tell-me"]'
    )
    webhook: SecretStr | None = Field(default=None, description="a web address that takes JSON, or leave it out")
    address: str = Field(default="", description="a mail address of yours, used when command and webhook fail")

    @field_validator("address")
    @classmethod
    def _check_address(cls, value: str) -> str:
        return mail_address(value) if value else value

    @field_validator("webhook")
    @classmethod
    def _check_webhook(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not value.get_secret_value().startswith(("https://", "http://")):
            raise ValueError("this is not a web address")
        return value


class _ServerPart(_Part):
    host: str = Field(description='the name of the server, for example "mail.example.org"', min_length=1)
    port: int = Field(description="the port number, 1 to 65535", ge=1, le=65535)
    tls: Tls = Field(default="tls", description='"tls", "starttls" or "none" ("none" only on this machine)')
    trusted_network: bool = Field(
        default=False, description='true to allow tls = "none" to another machine, on a network of your own'
    )
    ca_file: Path | None = Field(
        default=None, description="a file with the certificate of your own authority, or leave it out"
    )
    password: SecretStr | None = Field(default=None, description="the password, or better: password_file")
    password_file: Path | None = Field(default=None, description="the file whose first line is the password")

    login: Literal["password", "oauth2"] = Field(
        default="password", description='"password", or "oauth2" with a table [oauth]'
    )

    @model_validator(mode="after")
    def _one_password(self) -> _ServerPart:
        if self.password is not None and self.password_file is not None:
            raise ValueError("password and password_file are both set; keep one of them")
        return self

    @model_validator(mode="after")
    def _no_open_line(self) -> _ServerPart:
        if self.tls == "none" and not self.trusted_network and not is_this_machine(self.host):
            raise ValueError(
                f'tls is "none", and {self.host} is another machine: password and letters would go over the net '
                'unencrypted; write tls = "tls" or "starttls", or, where you trust every machine of that network, '
                "trusted_network = true"
            )
        return self

    def secret(self) -> str | None:
        """The password. Raises BadSettings when its file can't be read."""
        if self.password is not None:
            return self.password.get_secret_value()
        if self.password_file is None:
            return None
        return _first_line(self.password_file)


class ImapPart(_ServerPart):
    """Where letters come in."""

    port: int = Field(default=993, description="the port number, usually 993 (tls) or 143 (starttls)", ge=1, le=65535)
    user: str = Field(description="the login name of the mailbox, often the whole address", min_length=1)
    folder: str = Field(default="INBOX", description="the folder in which letters arrive", min_length=1)


class SmtpPart(_ServerPart):
    """Where letters go out."""

    port: int = Field(default=465, description="the port number, usually 465 (tls) or 587 (starttls)", ge=1, le=65535)
    user: str | None = Field(default=None, description="the login name, or leave it out where no login is wanted")


class StorePart(_Part):
    """Where games and letters are kept."""

    url: SecretStr = Field(
        default=SecretStr("sqlite:///pbem.sqlite3"),
        description='"sqlite:///pbem.sqlite3" or "postgresql+asyncpg://user:password@server/database"',
    )
    password_file: Path | None = Field(
        default=None, description="the file whose first line is the password of the database, or leave it out"
    )

    @field_validator("url")
    @classmethod
    def _known_database(cls, value: SecretStr) -> SecretStr:
        try:
            kind = make_url(value.get_secret_value()).get_backend_name()
        except ArgumentError as fault:
            raise ValueError("this is not the address of a database") from fault
        if kind not in ("sqlite", "postgresql"):
            raise ValueError(f"the judge does not keep its games in {kind}")
        return value


class LettersPart(_Part):
    """Whose letters count, and how many are answered."""

    policy: Literal["token", "token+dmarc", "address"] = Field(
        default="token",
        description='"token" (a secret of the game), "token+dmarc" (besides, from the registered address, found '
        'genuine) or "address" (a registered address is enough: only where nobody can forge one)',
    )
    authserv_id: str = Field(
        default="", description="the name that your own mail server gives itself in Authentication-Results"
    )
    plus_addressing: bool = Field(
        default=True, description="true where judge+anything@... reaches the mailbox, false: secrets in the subject"
    )
    token_days: int = Field(default=14, description="days until a secret is replaced by a new one, 0: never", ge=0)
    token_grace_days: int = Field(default=14, description="days that a replaced secret still counts", ge=0)
    answers_an_hour: int = Field(default=60, description="the most answers to one address in an hour", ge=1)
    answers_a_day: int = Field(default=200, description="the most answers to one address in a day", ge=1)
    strangers_a_day: int = Field(default=200, description="the most answers to strangers in a day", ge=0)
    strangers_a_day_of_domain: int = Field(
        default=20, description="the most answers to strangers of one domain in a day", ge=0
    )
    old: Literal["leave", "take"] = Field(
        default="leave", description='"leave" or "take": what lay in the mailbox before the judge came'
    )

    @model_validator(mode="after")
    def _server_known(self) -> LettersPart:
        if self.policy == "token+dmarc" and not self.authserv_id:
            raise ValueError('policy "token+dmarc" needs letters.authserv_id, the name in Authentication-Results')
        return self


class ServicePart(_Part):
    """The rhythm of the service."""

    poll_seconds: int = Field(
        default=60, description="the seconds between two looks into the mailbox, 1 to 3600", ge=1, le=3600
    )
    idle: bool = Field(
        default=True, description="true to be woken by the server (IDLE), false to look only now and then"
    )
    log: Literal["logfmt", "json"] = Field(default="logfmt", description='"logfmt" or "json"')
    hold_minutes: int = Field(
        default=30, description="minutes without mail after which deadlines stand still, 5 or more", ge=5
    )
    letters_an_hour: int = Field(
        default=120, description="the most letters to an address in an hour, 0: no limit", ge=0
    )
    letters_a_day: int = Field(default=600, description="the most letters to an address in a day, 0: no limit", ge=0)
    free_megabytes: int = Field(default=200, description="megabytes of free disk below which you are told", ge=0)
    heartbeat_file: Path | None = Field(
        default=None, description="a file that is written while all is well, for a monitor, or leave it out"
    )


class SchedulePart(_Part):
    """What a new game gets unless `pbem game new` says otherwise."""

    deadlines: str = Field(
        default="every 3 days at 21:00 minimum 24 hours",
        description='for example "every 3 days at 21:00 Europe/Budapest on mon,wed,fri minimum 24 hours", or "never"',
    )
    on_deadline: Literal["default", "wait"] = Field(
        default="default", description='"default" (the default orders) or "wait"'
    )
    reminder_hours: int = Field(
        default=24, description="how many hours before a deadline the reminder goes out, 0: none", ge=0
    )

    @field_validator("deadlines")
    @classmethod
    def _readable(cls, value: str) -> str:
        if value != NEVER:
            parse_schedule(value)
        return value


class Settings(BaseSettings):
    """Everything in pbem.toml. `PBEM_IMAP__PASSWORD` in the environment goes before imap.password in the file."""

    model_config = SettingsConfigDict(env_prefix="PBEM_", env_nested_delimiter="__", extra="forbid")

    judge: JudgePart
    imap: ImapPart
    smtp: SmtpPart
    store: StorePart = Field(default_factory=StorePart)
    letters: LettersPart = Field(default_factory=LettersPart)
    oauth: OAuthPart | None = None
    alerts: AlertsPart = Field(default_factory=AlertsPart)
    service: ServicePart = Field(default_factory=ServicePart)
    schedule: SchedulePart = Field(default_factory=SchedulePart)
    data: dict[str, Path] = Field(default_factory=dict, description="a data file of your own for each game")
    _token_source: TokenSource | None = PrivateAttr(default=None)
    _file_with_secrets: Path | None = PrivateAttr(default=None)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment goes before the file, which arrives as the arguments."""
        return env_settings, init_settings

    def imap_settings(self) -> ImapSettings:
        """Raises BadSettings when there is no password."""
        part = self.imap
        if part.login == "oauth2":
            return ImapSettings(
                part.host, part.port, part.user, "", part.tls, part.folder, part.ca_file, self._tokens("imap")
            )
        secret = part.secret()
        if secret is None:
            raise BadSettings([_no_password("imap")])
        return ImapSettings(part.host, part.port, part.user, secret, part.tls, part.folder, part.ca_file)

    def smtp_settings(self) -> SmtpSettings:
        """Raises BadSettings when there is a user and no password."""
        part = self.smtp
        if part.login == "oauth2":
            return SmtpSettings(
                part.host, part.port, part.user or self.imap.user, None, part.tls, part.ca_file, self._tokens("smtp")
            )
        secret = part.secret()
        if part.user is not None and secret is None:
            raise BadSettings([_no_password("smtp")])
        return SmtpSettings(part.host, part.port, part.user, secret, part.tls, part.ca_file)

    def _tokens(self, part: str) -> TokenSource:
        if self.oauth is None:
            raise BadSettings([f'{part}.login is "oauth2", and the table [oauth] is missing.'])
        if self._token_source is None:
            self._token_source = self.oauth.tokens()
        return self._token_source

    def secret_files(self) -> dict[str, Path]:
        """The files in which secrets stand, each under the key that names it; the settings themselves if they do."""
        named = {
            "imap.password_file": self.imap.password_file,
            "smtp.password_file": self.smtp.password_file,
            "store.password_file": self.store.password_file,
            "oauth.client_secret_file": self.oauth and self.oauth.client_secret_file,
            "oauth.refresh_token_file": self.oauth and self.oauth.refresh_token_file,
            "the settings, with a password in them": self._file_with_secrets,
        }
        return {key: path for key, path in named.items() if path is not None}

    @property
    def database(self) -> str:
        """The address of the database, with its password."""
        return self.store.url.get_secret_value()


def mailbox_name(settings: Settings) -> str:
    """By what the store knows the mailbox; "" when the letters that lay in it are to be taken."""
    part = settings.imap
    return "" if settings.letters.old == "take" else f"{part.user}@{part.host}/{part.folder}"


def known_zone(name: str) -> str:
    """The name of a time zone as it is. Raises ValueError when nobody knows it."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as fault:
        raise ValueError(f"{name!r} is not a time zone") from fault
    return name


def load(path: Path) -> Settings:
    """Read pbem.toml and the environment. File names in it count from its folder. Raises BadSettings."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as fault:
        raise BadSettings([f"{path} is not there; `pbem init` writes one that explains itself."]) from fault
    except OSError as fault:
        raise BadSettings([f"{path} can't be read: {fault.strerror}."]) from fault
    except UnicodeDecodeError as fault:
        raise BadSettings([f"{path} is not UTF-8 text; save it as UTF-8."]) from fault
    except tomllib.TOMLDecodeError as fault:
        raise BadSettings([f"{path} is not TOML: {fault}. Texts stand in quotes, tables in [brackets]."]) from fault
    for part in ("imap", "smtp"):  # the environment goes before the file; the template names a password_file
        if f"PBEM_{part.upper()}__PASSWORD" in os.environ and isinstance(raw.get(part), dict):
            raw[part].pop("password_file", None)
    try:
        settings = Settings(**raw)
    except ValidationError as fault:
        raise BadSettings([sentence(dict(one)) for one in fault.errors()]) from fault
    _count_from(settings, path.resolve().parent)
    if any(key in raw.get(part, {}) for part, key in SECRET_KEYS) or make_url(raw_url(raw)).password:
        settings._file_with_secrets = path
    return settings


SECRET_KEYS = (
    ("imap", "password"), ("smtp", "password"), ("oauth", "client_secret"), ("oauth", "refresh_token"),
    ("alerts", "webhook"),
)  # fmt: skip


def raw_url(raw: dict[str, Any]) -> str:
    """The address of the database as the file has it."""
    return str(raw.get("store", {}).get("url") or "sqlite://")


def _count_from(settings: Settings, folder: Path) -> None:
    for part in (settings.imap, settings.smtp):
        part.ca_file = part.ca_file and folder / part.ca_file
        part.password_file = part.password_file and folder / part.password_file
    if (oauth := settings.oauth) is not None:
        oauth.client_secret_file = oauth.client_secret_file and folder / oauth.client_secret_file
        oauth.refresh_token_file = oauth.refresh_token_file and folder / oauth.refresh_token_file
    heartbeat = settings.service.heartbeat_file
    settings.service.heartbeat_file = heartbeat and folder / heartbeat
    settings.data = {game: folder / file for game, file in settings.data.items()}
    url = make_url(settings.database)
    if url.drivername.startswith("sqlite") and url.database and url.database != ":memory:":
        settings.store.url = SecretStr(f"sqlite:///{folder / url.database}")
    elif settings.store.password_file is not None:
        settings.store.password_file = folder / settings.store.password_file
        url = url.set(password=_first_line(settings.store.password_file))
        settings.store.url = SecretStr(url.render_as_string(hide_password=False))


def _first_line(path: Path, key: str = "password_file") -> str:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as fault:
        raise BadSettings([f"{key}: {path} can't be read: {fault.strerror}."]) from fault
    if not lines or not lines[0].strip():
        raise BadSettings([f"{key}: {path} is empty; its first line must be the password."])
    return lines[0].strip()


def _secret_of(key: str, value: SecretStr | None, path: Path | None) -> str:
    if value is not None:
        return value.get_secret_value()
    return "" if path is None else _first_line(path, key)


def _no_password(part: str) -> str:
    return (
        f"{part}.password is missing: put it into a file and name that in {part}.password_file, "
        f"or set PBEM_{part.upper()}__PASSWORD in the environment."
    )


# ------------------------------------------------------------------ faults as sentences

_WRONG = {
    "int_parsing": "{given} is not a whole number",
    "int_type": "{given} is not a whole number",
    "int_from_float": "{given} is not a whole number",
    "bool_parsing": "{given} is neither true nor false",
    "bool_type": "{given} is neither true nor false",
    "string_type": "{given} is not a text in quotes",
    "string_too_short": "is empty",
    "greater_than_equal": "{given} is too small",
    "less_than_equal": "{given} is too large",
    "literal_error": "{given} is none of the possible words",
    "path_type": "{given} is not the name of a file",
}


def sentence(fault: dict[str, Any]) -> str:
    """One fault of pydantic as a sentence with the key, what is wrong, and what to write."""
    where = [part for part in fault["loc"] if isinstance(part, str)]
    key, kind, given = ".".join(where), fault["type"], fault.get("input")
    if kind == "extra_forbidden":
        return _unknown_key(where)
    field = _field(where)
    cure = (field.description if field is not None else None) or "what `pbem init` shows at this place"
    if kind == "missing" and len(where) == 1:
        return f"The table [{key}] is missing; `pbem init` writes a file that shows what belongs into it."
    if kind == "missing":
        return f"{key} is missing; write {cure}."
    if kind in ("model_type", "model_attributes_type", "dict_type"):
        return f"{key} must be a table: a line [{key}] and its keys below."
    if kind == "value_error":
        wrong = str(fault["ctx"]["error"])
        return f"{key}: {wrong}." if field is None or len(where) == 1 else f"{key}: {wrong}; write {cure}."
    secret = any(word in key for word in ("password", "secret", "token", "webhook")) or key == "store.url"
    shown = "the value" if secret else repr(given)
    wrong = _WRONG.get(kind, "{given} can't be used here").format(given=shown)
    return f"{key} {wrong}; write {cure}." if wrong.startswith("is ") else f"{key}: {wrong}; write {cure}."


def _field(where: list[str]) -> Any:
    fields: Any = Settings.model_fields
    found = None
    for name in where:
        found = fields.get(name)
        if found is None:
            return None
        fields = _model(found.annotation).model_fields
    return found


def _model(annotation: Any) -> type[BaseModel]:
    """The table that a key stands for; an empty one for a plain value."""
    kinds = (annotation, *get_args(annotation))
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), _Part)


def _unknown_key(where: list[str]) -> str:
    *parents, name = where
    holder = _field(parents)
    known = list(_model(holder.annotation).model_fields) if holder is not None else list(Settings.model_fields)
    near = get_close_matches(name, known, n=1)
    key = ".".join(where)
    hint = f"did you mean {'.'.join([*parents, near[0]])}?" if near else f"known here: {', '.join(known)}."
    return f"{key} is not known; {hint}"
