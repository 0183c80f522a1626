exec bylaw --help
stdout '^Usage: bylaw'
exec bylaw --version
stdout '^\d+\.\d+\.\d+$'
exec bylaw validate --help
stdout 'Examples:\n  bylaw validate'
exec bylaw help decisions
stdout '  restore|  retire'
exec bylaw decisions add --help
stdout '--deny-tool'
