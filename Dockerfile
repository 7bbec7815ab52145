# The server in a container: docs/deployment.md. The rules are compiled in the first stage, and only the result is kept.
FROM python:3.12-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /src
COPY . .
RUN python -m venv /opt/kidd \
    && /opt/kidd/bin/pip install --no-cache-dir --upgrade --constraint constraints.txt pip \
    && /opt/kidd/bin/pip install --no-cache-dir --constraint constraints.txt --build-constraint constraints.txt \
        ".[web,postgres,cluster]"

FROM python:3.12-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home kidd
COPY --from=build /opt/kidd /opt/kidd
ENV PATH=/opt/kidd/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    KIDD_DATA=/data \
    KIDD_HOST=0.0.0.0 \
    KIDD_PORT=8000
USER kidd
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
CMD ["kidd", "serve"]
