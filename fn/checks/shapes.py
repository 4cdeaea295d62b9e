"""The kinds of nodes in a Volcano Job, as plain data: what is read and written here, and what is next to it.

Source: volcano config/crd/volcano/bases/batch.volcano.sh_jobs.yaml and batch.volcano.sh_cronjobs.yaml, ed72c7c;
kubernetes staging/src/k8s.io/api/core/v1/types.go, v1.36.1
"""

from __future__ import annotations

from typing import TypeAlias

Shape: TypeAlias = "str | list[Shape] | dict[str, Shape]"
"""What a node must be: `string`, `number`, `bool`, `mapping`; a list of one shape; a mapping with these shapes at these
keys, if they are there. An entry of a list of such mappings needs keys at all. The key `*` stands for all keys.
"""

STRINGS: Shape = {"*": "string"}
USER: dict[str, Shape] = {"runAsUser": "number", "runAsGroup": "number", "runAsNonRoot": "bool"}
CONTAINER: Shape = {
    "name": "string",
    "image": "string",
    "imagePullPolicy": "string",
    "command": ["string"],
    "args": ["string"],
    "workingDir": "string",
    "env": [
        {
            "name": "string",
            "valueFrom": {
                "configMapKeyRef": {"name": "string", "key": "string"},
                "fieldRef": {"fieldPath": "string"},
                "secretKeyRef": {"name": "string", "key": "string"},
            },
        }
    ],
    "envFrom": [{"prefix": "string", "configMapRef": {"name": "string"}, "secretRef": {"name": "string"}}],
    "ports": [
        {"name": "string", "containerPort": "number", "hostPort": "number", "protocol": "string", "hostIP": "string"}
    ],
    "lifecycle": {},
    "livenessProbe": {},
    "readinessProbe": {},
    "startupProbe": {},
    "resources": {"limits": {}, "requests": {}},
    "securityContext": {
        **USER,
        "privileged": "bool",
        "readOnlyRootFilesystem": "bool",
        "allowPrivilegeEscalation": "bool",
        "capabilities": {"add": ["string"], "drop": ["string"]},
    },
    "stdin": "bool",
    "tty": "bool",
    "volumeMounts": [{"name": "string", "mountPath": "string", "subPath": "string", "readOnly": "bool"}],
}
VOLUME: Shape = {
    "name": "string",
    "configMap": {"name": "string"},
    "emptyDir": {"medium": "string"},
    "hostPath": {"path": "string", "type": "string"},
    "persistentVolumeClaim": {"claimName": "string", "readOnly": "bool"},
    "secret": {"secretName": "string"},
}
POD: Shape = {
    "hostname": "string",
    "subdomain": "string",
    "hostNetwork": "bool",
    "hostIPC": "bool",
    "hostPID": "bool",
    "restartPolicy": "string",
    "dnsPolicy": "string",
    "containers": [CONTAINER],
    "initContainers": [CONTAINER],
    "securityContext": {**USER, "fsGroup": "number", "supplementalGroups": ["number"]},
    "volumes": [VOLUME],
    "affinity": {},
    "imagePullSecrets": ["mapping"],
    "nodeName": "string",
    "nodeSelector": STRINGS,
    "priorityClassName": "string",
    "runtimeClassName": "string",
    "schedulerName": "string",
    "serviceAccountName": "string",
    "shareProcessNamespace": "bool",
    "tolerations": [{"key": "string", "operator": "string", "value": "string", "effect": "string"}],
    "topologySpreadConstraints": ["mapping"],
}
POLICIES: Shape = [
    {"event": "string", "events": ["string"], "action": "string", "exitCode": "number", "timeout": "string"}
]
NETWORK_TOPOLOGY: Shape = {"mode": "string", "highestTierAllowed": "number", "highestTierName": "string"}
TASK: Shape = {
    "name": "string",
    "replicas": "number",
    "minAvailable": "number",
    "maxRetry": "number",
    "policies": POLICIES,
    "dependsOn": {"name": ["string"], "iteration": "string"},
    "partitionPolicy": {
        "totalPartitions": "number",
        "partitionSize": "number",
        "minPartitions": "number",
        "networkTopology": NETWORK_TOPOLOGY,
    },
    "topologyPolicy": "string",
    "template": {"metadata": {"labels": STRINGS, "annotations": STRINGS}, "spec": POD},
}
JOB: Shape = {
    "minAvailable": "number",
    "minSuccess": "number",
    "maxRetry": "number",
    "queue": "string",
    "schedulerName": "string",
    "priorityClassName": "string",
    "ttlSecondsAfterFinished": "number",
    "policies": POLICIES,
    "networkTopology": NETWORK_TOPOLOGY,
    "volumes": [{"mountPath": "string", "volumeClaimName": "string", "volumeClaim": {}}],
    "tasks": [TASK],
}
METADATA: Shape = {"annotations": STRINGS, "labels": STRINGS, "namespace": "string"}
CRON_JOB: Shape = {
    "schedule": "string",
    "timeZone": "string",
    "startingDeadlineSeconds": "number",
    "concurrencyPolicy": "string",
    "suspend": "bool",
    "successfulJobsHistoryLimit": "number",
    "failedJobsHistoryLimit": "number",
    "jobTemplate": {"metadata": METADATA},
}
"""A CronJob's own fields."""
