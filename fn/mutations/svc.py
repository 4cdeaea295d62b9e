"""Switch on the `svc` plugin, whose headless Service gives the master its address.

Shape: `spec.plugins.svc: []` where the key is absent or null, or the list that functionConfig's `svcArguments`
gives; an existing list stays as it is.

Source: volcano pkg/webhooks/admission/jobs/mutate/mutate_job.go patchDefaultPlugins, ed72c7c
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.job import own_mapping

if TYPE_CHECKING:
    from fn.job import Job
    from fn.resourcelist import Result
    from fn.strategies.plan import Plan


def apply(job: Job, _plan: Plan) -> list[Result]:
    """Add the plugin where it is missing."""
    if not job.has_plugin("svc"):
        own_mapping(job.own_mapping("spec"), "plugins").put("svc", list(job.config.svc_arguments))
    return []
