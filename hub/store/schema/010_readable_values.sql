-- PostgreSQL takes times before Christ, infinite ones and numbers that are none, which the hub cannot read or count with.
-- What is there of them is put right once: times to the nearest that can be read, ratings are made anew.

delete from ratings where not (mu between -1e6 and 1e6 and sigma between 0 and 1e6);
update results set changes = 1, rated = 0
where not (changes between -(1::bigint << 60) and 1::bigint << 60 and rated between -(1::bigint << 60) and 1::bigint << 60);

do $$ declare
    c record; bounds text;
begin
    for c in
        select table_name as of, column_name as name, data_type as kind
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_version'
          and data_type in ('timestamp with time zone', 'double precision', 'bigint', 'integer')
    loop
        bounds := case c.kind
            when 'timestamp with time zone' then '''1970-01-01 00:00Z'' and ''9000-01-01 00:00Z'''
            when 'double precision' then '-1e6 and 1e6'
            when 'bigint' then '-(1::bigint << 60) and 1::bigint << 60'
            else '-2147483646 and 2147483646'
        end;
        if c.kind = 'timestamp with time zone' then
            execute format('update %1$I set %2$I = greatest(least(%2$I, ''9000-01-01 00:00Z''), ''1970-01-01 00:00Z'')'
                           ' where not (%2$I between %3$s)', c.of, c.name, bounds);
        end if;
        execute format('alter table %1$I add constraint %3$I check (%2$I between %4$s)%5$s', c.of, c.name,
                       c.of || '_' || c.name || '_readable', bounds,
                       case when c.kind in ('bigint', 'integer') then ' not valid' else '' end);
    end loop;
end $$;
