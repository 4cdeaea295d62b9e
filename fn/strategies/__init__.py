"""How the replicas of one task get different ranks: which ways can be used for a Job, and which one is taken."""
