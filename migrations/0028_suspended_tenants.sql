-- Workers ask twice a second which tenants are suspended: few, or none.
create index tenants_suspended on tenants (tenant_id) where status = 'SUSPENDED';
