// Who may import whom. ARCHITECTURE.md says why; test/boundaries.test.ts plants one violation per rule.
const only = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '[.]test[.]ts$' },
  to: { path: '^src/', pathNot: to },
})
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    only('core-imports', '^src/core/', '^src/core/'),
    {
      name: 'core-no-node',
      severity: 'error',
      from: { path: '^src/core/', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|path/posix|assert)$' },
    },
    {
      name: 'core-few-packages',
      severity: 'error',
      from: { path: '^src/core/', pathNot: '[.]test[.]ts$' },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'],
        pathNot: 'node_modules/(zod/mini|zod/v4|unbash|re2js|acorn|picomatch|js-yaml|ajv)/',
      },
    },
    only('app-imports', '^src/app/', '^src/(core|app)/'),
    {
      name: 'no-node-in-app-or-harness',
      severity: 'error',
      from: { path: '^src/(app|harness)/', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|path/posix)$' },
    },
    only('harness-imports', '^src/harness/', '^src/(core|harness)/'),
    {
      name: 'harness-islands',
      severity: 'error',
      from: { path: '^src/harness/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/harness/[^/]+/', pathNot: '^src/harness/$1/' },
    },
    only('store-imports', '^src/(store|sys)/', '^src/(core|app/world|store|sys)'),
    {
      name: 'surfaces-no-node',
      severity: 'error',
      from: { path: '^src/(cli|mcp|web)/', pathNot: '^src/(cli/main|mcp/server|web/server)[.]ts$|[.]test[.]ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?util$' },
    },
    only('surface-imports', '^src/(cli|mcp|web)/', '^src/(core|app|$1)/'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
}
