"""A KRM function that makes a Volcano Job ready for torch.distributed at build time.

From the process down; each module imports only what stands below it (`tests/test_architecture.py` holds them to it):

    __main__        the process: bytes in, bytes out, stderr, exit code
    transform       the pipeline: for each Job read, check, mutate, report
    checks/         what can be wrong: a generator a check, named as its id; `catalog` lists them
    mutations/      what is written: a file a mutation, `MUTATIONS` is their order
    init_container  what the init containers that we add have in common
    variables       MASTER_ADDR, RANK and the others: their values, and how they enter `env`
    strategies/     how pods get their RANK: what can be used, `choice` of one, the `plan` of a run
    former          which entries of env an earlier run wrote
    job, task       a Job as the user wrote it, without what an earlier run added
    overrides       settings of one Job, in its annotations
    config          functionConfig; its models, `config_model` and what that imports, are read where there is one
    carrier         the kinds that carry a Job's spec: Job, CronJob, JobTemplate
    neighbours      the other items, for checks that look at them
    accelerators    what containers ask for; `amounts` says what they may, `quantity` reads Kubernetes' amounts
    manifests       files with plain manifests
    resourcelist    the list that an orchestrator sends; `slices` finds its items without a parse, `items` reads one
    results         what there is to say, as the functions spec and stderr want it
    record          the annotation that tells the next run what this one wrote
    arguments/      the plugin's arguments by the rules of Go's `flag`
    references      Kubernetes' `$(NAME)`
    images          the grammar of images' names
    mistakes        which fields hold a mistake, so that nothing is said that rests on them
    paths           field paths over nodes
    nodes           lossless YAML; `lossless/` is how
"""
