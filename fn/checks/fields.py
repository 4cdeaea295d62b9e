"""The fields of a Volcano Job and of all below it, as plain data.

Each row is a type, and the names of its fields; behind a colon stands the type of what is in a field, be it one or a
list. A field without a type holds no fields, or free keys (labels, limits), or is looked at elsewhere (`tasks`).

Source: volcano staging/src/volcano.sh/apis/pkg/apis/batch/v1alpha1/job.go, v1.15; kubernetes
staging/src/k8s.io/api/core/v1/types.go and apimachinery/pkg/apis/meta/v1/types.go, v1.36.1
"""

from __future__ import annotations

from functools import cache

# fmt: off
FIELDS: dict[str, str] = {
    # The objects, and the Job
    "Job": "apiVersion kind metadata:ObjectMeta spec:JobSpec status",
    "JobTemplate": "apiVersion kind metadata:ObjectMeta spec:JobSpec status",
    "CronJob": "apiVersion kind metadata:ObjectMeta spec:CronJobSpec status",
    "CronJobSpec": (
        "concurrencyPolicy failedJobsHistoryLimit jobTemplate:JobTemplateSpec schedule startingDeadlineSeconds "
        "successfulJobsHistoryLimit suspend timeZone"
    ),
    "JobTemplateSpec": "metadata:ObjectMeta spec:JobSpec",
    "JobSpec": (
        "maxRetry minAvailable minSuccess networkTopology:NetworkTopologySpec plugins policies:LifecyclePolicy "
        "priorityClassName queue runningEstimate schedulerName tasks ttlSecondsAfterFinished volumes:VolumeSpec"
    ),
    "TaskSpec": (
        "dependsOn:DependsOn maxRetry minAvailable name partitionPolicy:PartitionPolicySpec "
        "policies:LifecyclePolicy replicas template:PodTemplateSpec topologyPolicy"
    ),
    "LifecyclePolicy": "action event events exitCode timeout",
    "DependsOn": "iteration name",
    "PartitionPolicySpec": "minPartitions networkTopology:NetworkTopologySpec partitionSize totalPartitions",
    "NetworkTopologySpec": "highestTierAllowed highestTierName mode",
    "VolumeSpec": "mountPath volumeClaim:PersistentVolumeClaimSpec volumeClaimName",
    # The pod
    "PodTemplateSpec": "metadata:ObjectMeta spec:PodSpec",
    "ObjectMeta": (
        "annotations creationTimestamp deletionGracePeriodSeconds deletionTimestamp finalizers generateName "
        "generation labels managedFields name namespace ownerReferences resourceVersion selfLink uid"
    ),
    "PodSpec": (
        "activeDeadlineSeconds affinity:Affinity automountServiceAccountToken containers:Container "
        "dnsConfig:PodDNSConfig dnsPolicy enableServiceLinks ephemeralContainers hostAliases:HostAlias hostIPC "
        "hostNetwork hostPID hostUsers hostname hostnameOverride imagePullSecrets:LocalObjectReference "
        "initContainers:Container nodeName nodeSelector os:PodOS overhead preemptionPolicy priority "
        "priorityClassName readinessGates:PodReadinessGate resourceClaims:PodResourceClaim "
        "resources:ResourceRequirements restartPolicy runtimeClassName schedulerName "
        "schedulingGates:PodSchedulingGate schedulingGroup:PodSchedulingGroup securityContext:PodSecurityContext "
        "serviceAccount serviceAccountName setHostnameAsFQDN shareProcessNamespace subdomain "
        "terminationGracePeriodSeconds tolerations:Toleration topologySpreadConstraints:TopologySpreadConstraint "
        "volumes:Volume"
    ),
    # Containers
    "Container": (
        "args command env:EnvVar envFrom:EnvFromSource image imagePullPolicy lifecycle:Lifecycle "
        "livenessProbe:Probe name ports:ContainerPort readinessProbe:Probe resizePolicy:ContainerResizePolicy "
        "resources:ResourceRequirements restartPolicy restartPolicyRules:ContainerRestartRule "
        "securityContext:SecurityContext startupProbe:Probe stdin stdinOnce terminationMessagePath "
        "terminationMessagePolicy tty volumeDevices:VolumeDevice volumeMounts:VolumeMount workingDir"
    ),
    "EnvVar": "name value valueFrom:EnvVarSource",
    "EnvVarSource": (
        "configMapKeyRef:ConfigMapKeySelector fieldRef:ObjectFieldSelector fileKeyRef:FileKeySelector "
        "resourceFieldRef:ResourceFieldSelector secretKeyRef:SecretKeySelector"
    ),
    "ConfigMapKeySelector": "key name optional",
    "ObjectFieldSelector": "apiVersion fieldPath",
    "FileKeySelector": "key optional path volumeName",
    "ResourceFieldSelector": "containerName divisor resource",
    "SecretKeySelector": "key name optional",
    "EnvFromSource": "configMapRef:ConfigMapEnvSource prefix secretRef:SecretEnvSource",
    "ConfigMapEnvSource": "name optional",
    "SecretEnvSource": "name optional",
    "Lifecycle": "postStart:LifecycleHandler preStop:LifecycleHandler stopSignal",
    "LifecycleHandler": "exec:ExecAction httpGet:HTTPGetAction sleep:SleepAction tcpSocket:TCPSocketAction",
    "ExecAction": "command",
    "HTTPGetAction": "host httpHeaders:HTTPHeader path port scheme",
    "HTTPHeader": "name value",
    "SleepAction": "seconds",
    "TCPSocketAction": "host port",
    "Probe": (
        "exec:ExecAction failureThreshold grpc:GRPCAction httpGet:HTTPGetAction initialDelaySeconds periodSeconds "
        "successThreshold tcpSocket:TCPSocketAction terminationGracePeriodSeconds timeoutSeconds"
    ),
    "GRPCAction": "port service",
    "ContainerPort": "containerPort hostIP hostPort name protocol",
    "ContainerResizePolicy": "resourceName restartPolicy",
    "ResourceRequirements": "claims:ResourceClaim limits requests",
    "ResourceClaim": "name request",
    "ContainerRestartRule": "action exitCodes:ContainerRestartRuleOnExitCodes",
    "ContainerRestartRuleOnExitCodes": "operator values",
    "SecurityContext": (
        "allowPrivilegeEscalation appArmorProfile:AppArmorProfile capabilities:Capabilities privileged procMount "
        "readOnlyRootFilesystem runAsGroup runAsNonRoot runAsUser seLinuxOptions:SELinuxOptions "
        "seccompProfile:SeccompProfile windowsOptions:WindowsSecurityContextOptions"
    ),
    "AppArmorProfile": "localhostProfile type",
    "Capabilities": "add drop",
    "SELinuxOptions": "level role type user",
    "SeccompProfile": "localhostProfile type",
    "WindowsSecurityContextOptions": "gmsaCredentialSpec gmsaCredentialSpecName hostProcess runAsUserName",
    "VolumeDevice": "devicePath name",
    "VolumeMount": "mountPath mountPropagation name readOnly recursiveReadOnly subPath subPathExpr",
    # Volumes
    "Volume": (
        "awsElasticBlockStore:AWSElasticBlockStoreVolumeSource azureDisk:AzureDiskVolumeSource "
        "azureFile:AzureFileVolumeSource cephfs:CephFSVolumeSource cinder:CinderVolumeSource "
        "configMap:ConfigMapVolumeSource csi:CSIVolumeSource downwardAPI:DownwardAPIVolumeSource "
        "emptyDir:EmptyDirVolumeSource ephemeral:EphemeralVolumeSource fc:FCVolumeSource "
        "flexVolume:FlexVolumeSource flocker:FlockerVolumeSource gcePersistentDisk:GCEPersistentDiskVolumeSource "
        "gitRepo:GitRepoVolumeSource glusterfs:GlusterfsVolumeSource hostPath:HostPathVolumeSource "
        "image:ImageVolumeSource iscsi:ISCSIVolumeSource name nfs:NFSVolumeSource "
        "persistentVolumeClaim:PersistentVolumeClaimVolumeSource "
        "photonPersistentDisk:PhotonPersistentDiskVolumeSource portworxVolume:PortworxVolumeSource "
        "projected:ProjectedVolumeSource quobyte:QuobyteVolumeSource rbd:RBDVolumeSource "
        "scaleIO:ScaleIOVolumeSource secret:SecretVolumeSource storageos:StorageOSVolumeSource "
        "vsphereVolume:VsphereVirtualDiskVolumeSource"
    ),
    "AWSElasticBlockStoreVolumeSource": "fsType partition readOnly volumeID",
    "AzureDiskVolumeSource": "cachingMode diskName diskURI fsType kind readOnly",
    "AzureFileVolumeSource": "readOnly secretName shareName",
    "CephFSVolumeSource": "monitors path readOnly secretFile secretRef:LocalObjectReference user",
    "LocalObjectReference": "name",
    "CinderVolumeSource": "fsType readOnly secretRef:LocalObjectReference volumeID",
    "ConfigMapVolumeSource": "defaultMode items:KeyToPath name optional",
    "KeyToPath": "key mode path",
    "CSIVolumeSource": "driver fsType nodePublishSecretRef:LocalObjectReference readOnly volumeAttributes",
    "DownwardAPIVolumeSource": "defaultMode items:DownwardAPIVolumeFile",
    "DownwardAPIVolumeFile": "fieldRef:ObjectFieldSelector mode path resourceFieldRef:ResourceFieldSelector",
    "EmptyDirVolumeSource": "medium sizeLimit",
    "EphemeralVolumeSource": "volumeClaimTemplate:PersistentVolumeClaimTemplate",
    "PersistentVolumeClaimTemplate": "metadata:ObjectMeta spec:PersistentVolumeClaimSpec",
    "PersistentVolumeClaimSpec": (
        "accessModes dataSource:TypedLocalObjectReference dataSourceRef:TypedObjectReference "
        "resources:VolumeResourceRequirements selector:LabelSelector storageClassName volumeAttributesClassName "
        "volumeMode volumeName"
    ),
    "TypedLocalObjectReference": "apiGroup kind name",
    "TypedObjectReference": "apiGroup kind name namespace",
    "VolumeResourceRequirements": "limits requests",
    "LabelSelector": "matchExpressions:LabelSelectorRequirement matchLabels",
    "LabelSelectorRequirement": "key operator values",
    "FCVolumeSource": "fsType lun readOnly targetWWNs wwids",
    "FlexVolumeSource": "driver fsType options readOnly secretRef:LocalObjectReference",
    "FlockerVolumeSource": "datasetName datasetUUID",
    "GCEPersistentDiskVolumeSource": "fsType partition pdName readOnly",
    "GitRepoVolumeSource": "directory repository revision",
    "GlusterfsVolumeSource": "endpoints path readOnly",
    "HostPathVolumeSource": "path type",
    "ImageVolumeSource": "pullPolicy reference",
    "ISCSIVolumeSource": (
        "chapAuthDiscovery chapAuthSession fsType initiatorName iqn iscsiInterface lun portals readOnly "
        "secretRef:LocalObjectReference targetPortal"
    ),
    "NFSVolumeSource": "path readOnly server",
    "PersistentVolumeClaimVolumeSource": "claimName readOnly",
    "PhotonPersistentDiskVolumeSource": "fsType pdID",
    "PortworxVolumeSource": "fsType readOnly volumeID",
    "ProjectedVolumeSource": "defaultMode sources:VolumeProjection",
    "VolumeProjection": (
        "clusterTrustBundle:ClusterTrustBundleProjection configMap:ConfigMapProjection "
        "downwardAPI:DownwardAPIProjection podCertificate:PodCertificateProjection secret:SecretProjection "
        "serviceAccountToken:ServiceAccountTokenProjection"
    ),
    "ClusterTrustBundleProjection": "labelSelector:LabelSelector name optional path signerName",
    "ConfigMapProjection": "items:KeyToPath name optional",
    "DownwardAPIProjection": "items:DownwardAPIVolumeFile",
    "PodCertificateProjection": (

        "certificateChainPath credentialBundlePath keyPath keyType maxExpirationSeconds signerName userAnnotations"
    ),
    "SecretProjection": "items:KeyToPath name optional",
    "ServiceAccountTokenProjection": "audience expirationSeconds path",
    "QuobyteVolumeSource": "group readOnly registry tenant user volume",
    "RBDVolumeSource": "fsType image keyring monitors pool readOnly secretRef:LocalObjectReference user",
    "ScaleIOVolumeSource": (
        "fsType gateway protectionDomain readOnly secretRef:LocalObjectReference sslEnabled storageMode "
        "storagePool system volumeName"
    ),
    "SecretVolumeSource": "defaultMode items:KeyToPath optional secretName",
    "StorageOSVolumeSource": "fsType readOnly secretRef:LocalObjectReference volumeName volumeNamespace",
    "VsphereVirtualDiskVolumeSource": "fsType storagePolicyID storagePolicyName volumePath",
    # As whom pods run, and where
    "PodSecurityContext": (
        "appArmorProfile:AppArmorProfile fsGroup fsGroupChangePolicy runAsGroup runAsNonRoot runAsUser "
        "seLinuxChangePolicy seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile supplementalGroups "
        "supplementalGroupsPolicy sysctls:Sysctl windowsOptions:WindowsSecurityContextOptions"
    ),
    "Sysctl": "name value",
    "Affinity": "nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAntiAffinity",
    "NodeAffinity": (
        "preferredDuringSchedulingIgnoredDuringExecution:PreferredSchedulingTerm "
        "requiredDuringSchedulingIgnoredDuringExecution:NodeSelector"
    ),
    "NodeSelector": "nodeSelectorTerms:NodeSelectorTerm",
    "NodeSelectorTerm": "matchExpressions:NodeSelectorRequirement matchFields:NodeSelectorRequirement",
    "NodeSelectorRequirement": "key operator values",
    "PreferredSchedulingTerm": "preference:NodeSelectorTerm weight",
    "PodAffinity": (
        "preferredDuringSchedulingIgnoredDuringExecution:WeightedPodAffinityTerm "
        "requiredDuringSchedulingIgnoredDuringExecution:PodAffinityTerm"
    ),
    "PodAffinityTerm": (
        "labelSelector:LabelSelector matchLabelKeys mismatchLabelKeys namespaceSelector:LabelSelector namespaces "
        "topologyKey"
    ),
    "WeightedPodAffinityTerm": "podAffinityTerm:PodAffinityTerm weight",
    "PodAntiAffinity": (
        "preferredDuringSchedulingIgnoredDuringExecution:WeightedPodAffinityTerm "
        "requiredDuringSchedulingIgnoredDuringExecution:PodAffinityTerm"
    ),
    "Toleration": "effect key operator tolerationSeconds value",
    "HostAlias": "hostnames ip",
    "PodDNSConfig": "nameservers options:PodDNSConfigOption searches",
    "PodDNSConfigOption": "name value",
    "PodReadinessGate": "conditionType",
    "TopologySpreadConstraint": (
        "labelSelector:LabelSelector matchLabelKeys maxSkew minDomains nodeAffinityPolicy nodeTaintsPolicy "
        "topologyKey whenUnsatisfiable"
    ),
    "PodOS": "name",
    "PodSchedulingGate": "name",
    "PodResourceClaim": "name resourceClaimName resourceClaimTemplateName",
    "PodSchedulingGroup": "podGroupName",
}
# fmt: on

OTHER_NAMES = {
    "Container": {
        "entrypoint": "command",
        "environment": "env",
        "img": "image",
        "mounts": "volumeMounts",
        "pullpolicy": "imagePullPolicy",
        "workdir": "workingDir",
    },
    "EnvVar": {"val": "value"},
    "EnvFromSource": {"configmapkeyref": "configMapRef", "secretkeyref": "secretRef"},
    "EnvVarSource": {"configmapref": "configMapKeyRef", "secretref": "secretKeyRef"},
    "EmptyDirVolumeSource": {"size": "sizeLimit"},
    "JobSpec": {"backofflimit": "maxRetry"},
    "PersistentVolumeClaimVolumeSource": {"name": "claimName"},
    "SecretVolumeSource": {"name": "secretName"},
    "ConfigMapVolumeSource": {"configmapname": "name"},
    "Volume": {"pvc": "persistentVolumeClaim"},
}
"""Names that a neighbouring type, Docker or the short form of a word leads to, in lower case."""


@cache
def fields_of(kind: str) -> dict[str, str]:
    """Give the names of the fields of a type, each with the type of what is in it, empty where there is none."""
    return {name: below for name, _, below in (field.partition(":") for field in FIELDS[kind].split())}
