-- Whether a thread is being erased, or was just now, is asked by its id.

create index privacy_subjects_object on privacy_subjects (tenant_id, object_id);
