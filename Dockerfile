# Another registry, a digest, another Python: --build-arg BASE=…
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /src
COPY constraints.txt .
RUN pip install --only-binary :all: --constraint constraints.txt hatchling
COPY . .
RUN pip wheel --no-build-isolation --only-binary :all: --constraint constraints.txt --wheel-dir /wheels .
RUN pip install --no-index --no-deps --no-compile --prefix /install /wheels/*.whl

FROM ${BASE}
LABEL org.opencontainers.image.title="pytorch-plugin" \
      org.opencontainers.image.description="A KRM function that does at build time what Volcano's pytorch job plugin does in the controller" \
      org.opencontainers.image.version="0.1.0"
COPY --from=build /install /usr/local
# The official images hold no bytecode, not even the standard library's: without this line each start compiles it
# again (0.2 s), because no user but root could write it. Unchecked, so it is valid whatever the files' times are.
RUN ["python", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", "-x", "site-packages/pip", "/usr/local/lib"]
USER 65534:65534
# -I: neither the environment nor the working directory (a mounted package) says which modules are loaded.
ENTRYPOINT ["python", "-I", "-m", "fn"]
