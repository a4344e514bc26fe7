# One image; what a container is (web, worker or beat) is its command.
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 \
    KOALARAG_DATA_DIR=/data PATH=/opt/venv/bin:$PATH

RUN useradd --system --create-home --uid 10001 koalarag && install --directory --owner koalarag /data
WORKDIR /srv/koalarag

COPY requirements.txt requirements-embedding.txt ./
RUN python -m venv /opt/venv \
    && pip install --quiet --upgrade pip \
    && pip install --quiet -r requirements.txt \
    && pip install --quiet --no-deps --only-binary :all: -r requirements-embedding.txt

COPY . .
USER koalarag
VOLUME /data
EXPOSE 8000

HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD \
    python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health/', timeout=4)"
CMD ["python", "-m", "koalarag.webserver", "--host", "0.0.0.0"]
