"""Every setting of the site, read from the environment once; each is documented in docs/settings.md."""

from pathlib import Path

import environ
from django.utils.translation import gettext_lazy as _

from koalarag import broker, language_models, limits, model_servers
from koalarag.localserver import connection, secret
from koalarag.openid import configuration as openid

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = connection.data_dir()

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or secret.read_or_create(DATA_DIR / "secret_key")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",  # its modules come with the addresses: koalarag/urls.py
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "koalarag",
    "knowledge",
    "chat",
    "evaluation",
    "interfaces",
]
MIDDLEWARE = [
    "koalarag.connections.ReleaseConnectionMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "koalarag.headers.HeadersMiddleware",
    "chat.widget.visits.VisitSessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "chat.widget.passes.PassMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "koalarag.refusals.RefusalMiddleware",
]
ROOT_URLCONF = "koalarag.urls"
ASGI_APPLICATION = "koalarag.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# One PostgreSQL holds everything; without DATABASE_URL it is the embedded one.
DATABASE_URL = env.str("DATABASE_URL", default="") or connection.url(DATA_DIR)
DATABASES = {
    "default": {
        **env.db_url_config(DATABASE_URL),
        "ENGINE": "django.db.backends.postgresql",
        "CONN_HEALTH_CHECKS": True,  # a pooled connection may have outlived the server's restart
        "OPTIONS": {"pool": {"min_size": 0, "max_size": env.int("DATABASE_POOL_SIZE", default=16), "timeout": 20}},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
CHANNEL_LAYERS = {"default": broker.channel_layer(REDIS_URL, DATABASE_URL)}
CACHES = {"default": broker.cache(REDIS_URL)}
CELERY_BROKER_URL = broker.celery_url(REDIS_URL, DATABASE_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = broker.transport_options(REDIS_URL)
# Over PostgreSQL two connections that declare the queue at once fail each other, and so would the first two uploads.
CELERY_BROKER_POOL_LIMIT = 1
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Threads: one process, whose tasks end with it however it ends, and which may start child processes of its own.
CELERY_WORKER_POOL = "threads"
WORKER_CONCURRENCY = CELERY_WORKER_CONCURRENCY = env.int("WORKER_CONCURRENCY", default=2)
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)  # over PostgreSQL it does not work and polls all the same
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "koalarag"

LANGUAGE_CODE = "en"
LANGUAGES = [("gl", _("Galician")), ("es", _("Spanish")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["koalarag.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = CELERY_TIMEZONE = env.str("TIME_ZONE", default="Europe/Madrid")

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# Signing in elsewhere: of django-allauth the protocol alone; its pages, mails and ways to sign up are not in urls.py.
OIDC_PROVIDERS, OIDC_PROBLEMS = openid.read(env)
SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"provider_class": "koalarag.openid.protocol.StrictProvider"}}
SOCIALACCOUNT_ADAPTER = "koalarag.openid.adapter.SiteAdapter"
SOCIALACCOUNT_REQUESTS_TIMEOUT = 5
ACCOUNT_EMAIL_VERIFICATION = "none"

SESSION_COOKIE_SAMESITE = "Lax"
HTTPS = env.bool("HTTPS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed; the web server reads it.
FORWARDED_ALLOW_IPS = env.str("FORWARDED_ALLOW_IPS", default="127.0.0.1")
# Whoever asks the process itself whether it is well does not come through the proxy.
SECURE_REDIRECT_EXEMPT = [r"^health/$"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
X_FRAME_OPTIONS = "SAMEORIGIN"
# The chat shows sources in a frame of its own page (W019); browsers' lists are for whole domains, not for us (W021).
SILENCED_SYSTEM_CHECKS = ["security.W019", "security.W021"]

# Knowledge: limits of one document, and where the weights of the local embedding model are.
MAX_UPLOAD_MB = env.int("MAX_UPLOAD_MB", default=50)
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
MAX_PAGES = env.int("MAX_PAGES", default=2000)
MAX_TEXT_CHARACTERS = env.int("MAX_TEXT_CHARACTERS", default=10_000_000)
MAX_BLOCKS = env.int("MAX_BLOCKS", default=200_000)
MAX_CHUNKS = env.int("MAX_CHUNKS", default=10_000)
EXTRACT_TIMEOUT_SECONDS = env.int("EXTRACT_TIMEOUT_SECONDS", default=120)
EXTRACT_MEMORY_MB = env.int("EXTRACT_MEMORY_MB", default=2048)
EMBEDDING_DOCUMENT_SECONDS = env.int("EMBEDDING_DOCUMENT_SECONDS", default=1800)
CRAWL_USER_AGENT = env.str("CRAWL_USER_AGENT", default="").strip() or "koalarag/1.0 (an organisation's own documents)"
PAGE_CACHE_MB = env.int("PAGE_CACHE_MB", default=500)
EMBEDDING_THREADS = env.int("EMBEDDING_THREADS", default=0)
HF_ENDPOINT = env.str("HF_ENDPOINT", default="https://huggingface.co")
EMBEDDING_TIMEOUT_SECONDS = env.int("EMBEDDING_TIMEOUT_SECONDS", default=30)
EMBEDDING_QUERY_SECONDS = env.int("EMBEDDING_QUERY_SECONDS", default=3)

# Mail; without a server it is written to the log of the worker.
MAIL_SERVER = env.email_url("EMAIL_URL", default="consolemail://")
EMAIL_BACKEND = MAIL_SERVER["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = MAIL_SERVER["EMAIL_HOST"] or "localhost", MAIL_SERVER["EMAIL_PORT"] or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL_SERVER["EMAIL_HOST_USER"] or "", MAIL_SERVER["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL_SERVER.get("EMAIL_USE_TLS", False), MAIL_SERVER.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 30
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default="koalarag@localhost")
EXPIRY_MAIL_TO = env.list("EXPIRY_MAIL_TO", default=[])
SITE_URL = env.str("SITE_URL", default="").rstrip("/")

# Chat: role -> language model; a role without one runs by rules.
LANGUAGE_MODELS = language_models.read(env)
MODEL_SERVERS = model_servers.read(env)
MODEL_TIMEOUT_SECONDS = env.int("MODEL_TIMEOUT_SECONDS", default=60)
MODEL_SILENCE_SECONDS = env.int("MODEL_SILENCE_SECONDS", default=20)
RESPONSE_CACHE_HOURS = env.float("RESPONSE_CACHE_HOURS", default=24)
MODEL_PRICES_FILE = env.str("MODEL_PRICES_FILE", default="")
PROMPT_TOKENS = env.int("PROMPT_TOKENS", default=6000)
MAX_QUESTION_CHARACTERS = env.int("MAX_QUESTION_CHARACTERS", default=2000)
TRACE_RETENTION_DAYS = env.int("TRACE_RETENTION_DAYS", default=180)

# Role -> how often one may do something; what is not set keeps its default. 0 is no limit of what models may take.
REQUESTS_PER_MINUTE = limits.by_role(env, "REQUESTS_PER_MINUTE", anonymous=30, student=120, reviewer=600, staff=600)
PAGES_PER_MINUTE = limits.by_role(env, "PAGES_PER_MINUTE", anonymous=120, student=240, reviewer=600, staff=600)
QUESTIONS_PER_MINUTE = limits.by_role(env, "QUESTIONS_PER_MINUTE", anonymous=6, student=20, reviewer=60, staff=60)
QUESTIONS_PER_DAY = limits.by_role(env, "QUESTIONS_PER_DAY", anonymous=200, student=500, reviewer=5000, staff=5000)
UPLOADS_PER_HOUR = limits.by_role(env, "UPLOADS_PER_HOUR", anonymous=1, student=1, reviewer=1, staff=5000)
MODEL_TOKENS_PER_DAY = limits.by_role(
    env, "MODEL_TOKENS_PER_DAY", anonymous=300_000, student=1_000_000, reviewer=0, staff=0
)
MODEL_COST_PER_DAY = limits.by_role(env, "MODEL_COST_PER_DAY", anonymous=5, student=20, reviewer=0, staff=0)
REST_FRAMEWORK = {"DEFAULT_SCHEMA_CLASS": "interfaces.rest.schema.RuledSchema"}
SPECTACULAR_SETTINGS = {
    "TITLE": "koalarag",
    "DESCRIPTION": "Answers from an organisation's own documents, with their sources.",
    "VERSION": "1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "APPEND_COMPONENTS": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    "SECURITY": [{"token": []}],
    "PREPROCESSING_HOOKS": ["interfaces.rest.described.add"],
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "interfaces.rest.schema.complete"],
    "ENUM_NAME_OVERRIDES": {
        "AnswerState": "chat.models.Message.State",
        "DocumentState": "knowledge.models.State",
        "RunState": "evaluation.models.Run.State",
        "Scope": "interfaces.models.Scope",
        "Visibility": "knowledge.models.Visibility",
        "Language": "knowledge.models.Language",
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
    "loggers": {"celery": {"level": "INFO"}, "koalarag": {"level": "INFO"}},
}
