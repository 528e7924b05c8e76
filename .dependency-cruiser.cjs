// The import rules of docs/ARCHITECTURE.md. "npm run imports" enforces them; each rule names its reason.

const PACKAGES = '^packages/'
const RISK = `${PACKAGES}risk/src/`
const EGRESS = `${PACKAGES}egress/src/`
const SERVER = `${PACKAGES}server/src/`
const DASHBOARD = `${PACKAGES}dashboard/src/`
const OURS = `${PACKAGES}(risk|egress|server)/src/`
const TESTS = '\\.(test|e2e)\\.ts$'
/** Code that only tests import, beside what it tests. */
const TEST_SUPPORT = `${TESTS}|/(testing|conformance|fixtures)/|/test[A-Z][A-Za-z]*\\.ts$|[cC]onformance\\.ts$`

/** Modules of one place may import, among ours, only that place and what is listed. Paths are patterns. */
function only(name, place, allowed, comment) {
  return {
    name: `${name}-imports-only-${allowed.length > 0 ? 'what-it-may' : 'itself'}`,
    comment,
    severity: 'error',
    from: { path: place, pathNot: TEST_SUPPORT },
    to: { path: OURS, pathNot: [place, ...allowed, ...(place.startsWith(SERVER) ? [LIB, CHAINS] : [])].join('|') },
  }
}
const server = (...names) => names.map((name) => SERVER + name)
/** What several folders need, and what imports none of them. */
const LIB = `${SERVER}lib/`
const DOMAIN = `${SERVER}domain/`
/** Errors as HTTP answers them: for HTTP and the use cases. Sources throw those of domain/sourceErrors.ts. */
const ERRORS = `${SERVER}errors\\.ts$`
const CHAINS = `${SERVER}chains/`
/** Adapters that read the world. */
const READERS = server('evm/', 'intel/', 'web/', 'llm/')

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle means that two files are one. Type-only imports count: a type belongs below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'risk-is-pure',
      comment: 'Risk computes: no disk, network, clock or process.',
      severity: 'error',
      from: { path: RISK, pathNot: TEST_SUPPORT },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'risk-uses-only-viem-utils',
      comment: 'The pure part of viem is the only package that risk may use.',
      severity: 'error',
      from: { path: RISK, pathNot: TEST_SUPPORT },
      to: { path: 'node_modules/', pathNot: 'node_modules/viem/(_types|_esm|_cjs)?/?utils/' },
    },
    {
      name: 'cli-asks-through-the-client',
      comment: 'The command line is a user of the API like any other: it knows the client, and nothing of the service.',
      severity: 'error',
      from: { path: `${PACKAGES}cli/src/`, pathNot: TEST_SUPPORT },
      to: { path: OURS },
    },
    {
      name: 'mcp-asks-through-the-client',
      comment: 'Agents are users of the API like any other: their server knows the client, and nothing of the service.',
      severity: 'error',
      from: { path: `${PACKAGES}mcp/src/`, pathNot: TEST_SUPPORT },
      to: { path: OURS },
    },
    {
      name: 'dashboard-asks-through-the-client',
      comment: 'Pages are users of the API like any other: they know the client, and nothing of the service.',
      severity: 'error',
      from: { path: DASHBOARD, pathNot: TEST_SUPPORT },
      to: { path: OURS },
    },
    {
      name: 'dashboard-pieces-know-no-page',
      comment: 'Pages use shared pieces and requests; a piece that knows a page belongs to it.',
      severity: 'error',
      from: { path: `${DASHBOARD}(api|ui|subject)/` },
      to: { path: `${DASHBOARD}(pages|shell)/` },
    },
    only('risk', RISK, [], 'Risk is a package of its own and knows nothing of the service.'),
    only('egress', EGRESS, [], 'Egress is a package of its own, below every adapter.'),
    only('lib', LIB, [], 'The few things that several folders need, below all of them.'),
    only(
      'chains',
      CHAINS,
      [RISK],
      'What a network is: constants, and of risk the types. Everybody in the server may import it.',
    ),
    {
      name: 'chains-use-only-types-of-risk',
      comment: 'Risk’s own list of networks is generated from the definitions: they must load without it.',
      severity: 'error',
      from: { path: CHAINS, pathNot: TEST_SUPPORT },
      to: { path: RISK, dependencyTypesNot: ['type-only'] },
    },
    only(
      'domain',
      DOMAIN,
      [RISK, ERRORS],
      'Nouns of the service, their rules and its ports; no IO. Everybody may import it.',
    ),
    only('usecases', `${SERVER}usecases/`, [RISK, ERRORS, DOMAIN], 'Use cases ask ports and call risk.'),
    only(
      'http',
      `${SERVER}http/`,
      [RISK, ERRORS, DOMAIN, ...server('usecases/')],
      'HTTP speaks; it reads no source and no store.',
    ),
    ...['evm', 'intel', 'web', 'llm'].map((name) =>
      only(
        name,
        `${SERVER}${name}/`,
        [RISK, EGRESS, DOMAIN, ...READERS, ...server('maskUrl\\.ts$')],
        'Sources learn facts; they see the shapes of risk.',
      ),
    ),
    only(
      'store',
      `${SERVER}store/`,
      [RISK, DOMAIN, ...server('intel/ports\\.ts$', 'watch/ports\\.ts$', 'webhooks/ports\\.ts$')],
      'The store implements the ports of its consumers.',
    ),
    only(
      'witness',
      `${SERVER}witness/`,
      [RISK, DOMAIN, `${SERVER}evm/`, `${SERVER}intel/`],
      'A witness records what the ports of sources answer, and answers in their place.',
    ),
    only('identity', `${SERVER}identity/`, [DOMAIN], 'Hashes of passwords and ceremonies of passkeys are adapters.'),
    only('render', `${SERVER}render/`, [RISK, DOMAIN], 'Rendering is from a result to bytes.'),
    only('sandbox', `${SERVER}sandbox/`, [RISK, EGRESS, DOMAIN], 'The sandbox chain is an adapter.'),
    only('watch', `${SERVER}watch/`, [RISK, DOMAIN, `${SERVER}usecases/`], 'Watching shares the use cases of HTTP.'),
    only(
      'webhooks',
      `${SERVER}webhooks/`,
      [RISK, EGRESS, DOMAIN, `${SERVER}usecases/`],
      'Webhooks go out through egress.',
    ),
    only(
      'config',
      `${SERVER}config\\.ts$`,
      [`${RISK}chain\\.ts$`, CHAINS, ...server('environment\\.ts$', 'maskUrl\\.ts$')],
      'Configuration is read before anything exists.',
    ),
    {
      name: 'only-roots-import-composition',
      comment: 'Composition knows the adapters: what it wires declares ports, and never sees it.',
      severity: 'error',
      from: {
        path: SERVER,
        pathNot: `${SERVER}(composition/|cli/|e2e/|testing/|main\\.ts$|config\\.ts$)|${TEST_SUPPORT}`,
      },
      to: { path: `${SERVER}composition/` },
    },
    {
      name: 'only-main-and-cli-import-app',
      comment: 'App is the composition root: the only file that knows every adapter.',
      severity: 'error',
      from: {
        pathNot: `${SERVER}(main\\.ts$|composition/app\\.ts$|cli/)|^packages/server/(bench|torture)/|${TEST_SUPPORT}`,
      },
      to: { path: `${SERVER}composition/app\\.ts$` },
    },
    {
      name: 'cli-is-an-edge',
      comment: 'Commands use app, configuration, the store and the sandbox, not adapters directly.',
      severity: 'error',
      from: { path: `${SERVER}cli/`, pathNot: TEST_SUPPORT },
      to: {
        path: OURS,
        pathNot: `${SERVER}(cli/|chains/|main\\.ts$|config\\.ts$|maskUrl\\.ts$|composition/(app|networks|intelligence|feedbackReview|checkEndpoints|examineInstallation|offeredNetworks|loadDescriptors|replayVerdict)\\.ts$|unknownVariables\\.ts$|errors\\.ts$|store/|sandbox/|workers/|usecases/|domain/|intel/ports\\.ts$)|${RISK}|${EGRESS}operatorFetch\\.ts$`,
      },
    },
    {
      name: 'only-egress-opens-connections',
      comment: 'One place guards what strangers steer. (Global fetch is forbidden by the linter.)',
      severity: 'error',
      from: {
        path: OURS,
        pathNot: `${EGRESS}|${SERVER}sandbox/serve(?:Sites|Hosts)\\.ts$|${SERVER}composition/examineInstallation\\.ts$|${TEST_SUPPORT}`,
      },
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
        path: OURS,
        pathNot: `${EGRESS}|${SERVER}(http/|evm/simulation/|sandbox/serve(Sites|Hosts|Sources)\\.ts$|main\\.ts$)|${TEST_SUPPORT}`,
      },
      to: { path: '^(node:)?http$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-simulation-and-sandbox-spawn',
      comment:
        'Child processes are EVM engines and browsers, contained in one place each, the sandbox chain, the workers of a service, and the version of a browser that an operator examines.',
      severity: 'error',
      from: {
        path: OURS,
        pathNot: `${SERVER}(evm/simulation/|web/browser/|sandbox/|workers/|composition/examineInstallation\\.ts$)|${TEST_SUPPORT}`,
      },
      to: { path: '^(node:)?(child_process|cluster)$' },
    },
    {
      name: 'no-list-of-all-chains',
      comment: 'viem/chains loads the definitions of all networks, 0.3 s and 22 MB at the start: ours are in chains/.',
      severity: 'error',
      from: { path: `${PACKAGES}[a-z]+/src/`, pathNot: TEST_SUPPORT },
      to: { path: 'node_modules/viem/(_types|_esm|_cjs)?/?chains/' },
    },
    {
      name: 'no-test-code-in-the-program',
      comment: 'Test support may use node:test and build facts by hand.',
      severity: 'error',
      from: { path: OURS, pathNot: TEST_SUPPORT },
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
    exclude: { path: '\\.cache/|/data/|/dist/|/server/site/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
