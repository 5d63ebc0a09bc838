-- Steps are taken by when they are due, of all hosts together.
create index step_queue_by_due on step_queue (due_at);
