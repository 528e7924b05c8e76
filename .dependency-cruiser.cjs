// Who may import whom: docs/ARCHITECTURE.md as rules. "npm run imports" enforces them; each names the reason.

const SRC = '^packages/server/src/'
const TESTS = '\\.(test|e2e)\\.ts$'
/** Code that only tests import, beside what it tests. */
const TEST_SUPPORT = `${TESTS}|${SRC}risk/(detectorTest|sampleFacts|sampleContract|sampleMessage|sampleWallet)\\.ts$|/(testing|conformance|fixtures)/|/test[A-Z][A-Za-z]*\\.ts$|[cC]onformance\\.ts$`

/** Modules of one folder may import, within the server, only what is listed. */
function only(folder, allowed, comment) {
  const targets = [folder, ...allowed].map((name) => `^packages/server/src/${name}`)
  return {
    name: `${folder.replace(/[^a-z]/g, '')}-imports-only-${allowed.length > 0 ? 'what-it-may' : 'itself'}`,
    comment,
    severity: 'error',
    from: { path: `^packages/server/src/${folder}`, pathNot: TEST_SUPPORT },
    to: { path: SRC, pathNot: targets.join('|') },
  }
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle means that two files are one. Type-only imports do not run and may point both ways.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'risk-is-pure',
      comment: 'Risk computes: no disk, network, clock or process.',
      severity: 'error',
      from: { path: `${SRC}risk/`, pathNot: TEST_SUPPORT },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'risk-uses-only-viem-utils',
      comment: 'The pure part of viem is the only package that risk may use.',
      severity: 'error',
      from: { path: `${SRC}risk/`, pathNot: TEST_SUPPORT },
      to: { path: 'node_modules/', pathNot: 'node_modules/viem/(_types|_esm|_cjs)?/?utils/' },
    },
    only('risk/', [], 'Risk knows nothing of sources, scans or HTTP.'),
    only('scans/', ['risk/', 'errors\\.ts$'], 'Scans declare the ports they need; app wires them.'),
    only('http/', ['scans/', 'risk/', 'errors\\.ts$'], 'HTTP speaks; it never reads a source or the store.'),
    only('egress/', ['errors\\.ts$'], 'Egress is the bottom of the adapters.'),
    only('sources/', ['risk/', 'egress/', 'errors\\.ts$'], 'Sources learn facts; they see the shapes of risk.'),
    only(
      'store/',
      [
        'risk/',
        'http/ports/',
        'sources/intel/ports\\.ts$',
        'monitors/ports\\.ts$',
        'webhooks/ports\\.ts$',
        'errors\\.ts$',
      ],
      'The store implements the ports of its consumers.',
    ),
    only('render/', ['risk/', 'errors\\.ts$'], 'Rendering is from a result to bytes.'),
    only('demo/', ['risk/', 'egress/', 'errors\\.ts$'], 'The sandbox chain is an adapter.'),
    only('monitors/', ['scans/', 'risk/', 'errors\\.ts$'], 'Monitors share the use cases of HTTP.'),
    only('policies/', ['scans/', 'risk/', 'egress/', 'errors\\.ts$'], 'Policies share the use cases of HTTP.'),
    only('webhooks/', ['scans/', 'risk/', 'egress/', 'errors\\.ts$'], 'Webhooks go out through egress.'),
    only(
      'config\\.ts$',
      ['environment\\.ts$', 'maskUrl\\.ts$', 'risk/chain\\.ts$'],
      'Configuration is read before anything exists.',
    ),
    {
      name: 'only-roots-import-wiring',
      comment: 'Wiring knows adapters: what it wires declares ports, and never sees it.',
      severity: 'error',
      from: {
        path: SRC,
        pathNot: `${SRC}(wiring/|cli/|e2e/|testing/|app\\.ts$|config\\.ts$)|${TEST_SUPPORT}`,
      },
      to: { path: `${SRC}wiring/` },
    },
    {
      name: 'nobody-imports-app',
      comment: 'App is the composition root: the only file that knows every adapter.',
      severity: 'error',
      from: { pathNot: `${SRC}(main|app)\\.ts$|${SRC}cli/|^packages/server/(bench|torture)/|${TEST_SUPPORT}` },
      to: { path: `${SRC}app\\.ts$` },
    },
    {
      name: 'cli-is-an-edge',
      comment: 'Commands use app, configuration, the store and the demo, not adapters directly.',
      severity: 'error',
      from: { path: `${SRC}cli/`, pathNot: TEST_SUPPORT },
      to: {
        path: SRC,
        pathNot: `${SRC}(cli/|app\\.ts$|main\\.ts$|config\\.ts$|maskUrl\\.ts$|wiring/(networks|intelligence|feedbackReview)\\.ts$|errors\\.ts$|store/|demo/|risk/|scans/|http/ports/|sources/intel/ports\\.ts$|egress/operatorFetch\\.ts$)`,
      },
    },
    {
      name: 'only-egress-opens-connections',
      comment: 'One place guards what strangers steer. (Global fetch is forbidden by the linter.)',
      severity: 'error',
      from: { path: SRC, pathNot: `${SRC}(egress/|demo/serveSites\\.ts$)|${TEST_SUPPORT}` },
      to: {
        path: '^(node:)?(https|http2|net|tls|dgram|dns|dns/promises)$|node_modules/(undici|node-fetch|axios|got|ws)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-servers-import-http',
      comment: 'node:http may also serve: the HTTP edge and the loopback shim of the simulation do.',
      severity: 'error',
      from: {
        path: SRC,
        pathNot: `${SRC}(egress/|http/|sources/simulation/|demo/serveSites\\.ts$|main\\.ts$)|${TEST_SUPPORT}`,
      },
      to: { path: '^(node:)?http$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-simulation-and-demo-spawn',
      comment: 'Child processes are EVM engines and browsers, contained in one place each, and the sandbox chain.',
      severity: 'error',
      from: { path: SRC, pathNot: `${SRC}(sources/simulation/|sources/browser/|demo/)|${TEST_SUPPORT}` },
      to: { path: '^(node:)?(child_process|cluster)$' },
    },
    {
      name: 'no-test-code-in-the-program',
      comment: 'Test support may use node:test and build facts by hand.',
      severity: 'error',
      from: { path: SRC, pathNot: TEST_SUPPORT },
      to: { path: TEST_SUPPORT },
    },
    {
      name: 'resolvable',
      comment: 'An import that cannot be resolved is checked by no rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.cache/|/data/|/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
