/** A request of the document's examples, made in the sandbox with a key of it. */
type ExampleRequest = {
  operationId: string
  /** Name in the document, kebab-case. */
  name: string
  summary: string
  method: 'GET' | 'POST'
  path: string
  body?: object
}

const VICTIM = '0xC022C85bCe79a889068e142c337e7d8EC5BEa139'
const DRAINER = '0xFC97d3520BAbfc504273A14fa6DE19569F1178ac'

/** Executed by `npm run gen -- --examples`; the answers are in `examples.generated.json`, and a test makes them anew. */
export const EXAMPLE_REQUESTS: readonly ExampleRequest[] = [
  {
    operationId: 'scanTransaction',
    name: 'sandbox-drain',
    summary: 'A claim that takes approved tokens',
    method: 'POST',
    path: '/v1/scan/transaction',
    body: {
      chain: 'ethereum',
      from: VICTIM,
      to: DRAINER,
      value: '28571428571428571',
      data: '0x4e71d92d',
      options: { view: 'summary', deadlineMs: 30_000 },
    },
  },
  {
    operationId: 'scanTransaction',
    name: 'sandbox-protect',
    summary: 'A payment closed by an assertion, with `options.protect`',
    method: 'POST',
    path: '/v1/scan/transaction',
    body: {
      chain: 'ethereum',
      from: VICTIM,
      calls: [
        {
          to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
          data: '0xa9059cbb000000000000000000000000a23b22d7e75ce4c5941f57734b8fef489b92edf200000000000000000000000000000000000000000000000000000000004c4b40',
        },
      ],
      options: { explain: false, protect: true, deadlineMs: 30_000 },
    },
  },
  {
    operationId: 'scanContract',
    name: 'sandbox-honeypot',
    summary: 'A token that cannot be sold',
    method: 'POST',
    path: '/v1/scan/contract',
    body: {
      chain: 'ethereum',
      address: '0xEB53DB7800A5C12ee5E79406361cfB6e75534778',
      options: { view: 'summary', deadlineMs: 30_000 },
    },
  },
  {
    operationId: 'scanMessage',
    name: 'sandbox-permit',
    summary: 'A permit for another account',
    method: 'POST',
    path: '/v1/scan/message',
    body: {
      chain: 'ethereum',
      address: '0xa23B22d7E75cE4C5941f57734B8fEF489b92eDF2',
      typedData: {
        primaryType: 'Permit',
        types: {
          Permit: [
            { name: 'owner', type: 'address' },
            { name: 'spender', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint256' },
          ],
        },
        domain: {
          name: 'USD Coin',
          version: '2',
          chainId: 1,
          verifyingContract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        },
        message: {
          owner: '0xa23B22d7E75cE4C5941f57734B8fEF489b92eDF2',
          spender: '0xE16Dc72bC197f2fD686F19c73C127Ad4239b1803',
          value: '1000000000',
          nonce: '0',
          deadline: '1900000000',
        },
      },
      options: { view: 'summary', deadlineMs: 30_000 },
    },
  },
  {
    operationId: 'scanUrl',
    name: 'sandbox-phishing',
    summary: 'A site with the code of a wallet drainer',
    method: 'POST',
    path: '/v1/scan/url',
    body: { url: 'https://lantern-airdrop.test/', options: { view: 'summary', deadlineMs: 30_000 } },
  },
  {
    operationId: 'scanWallet',
    name: 'sandbox-wallet',
    summary: 'An honest wallet, with `view=summary`',
    method: 'GET',
    path: `/v1/scan/wallet/${VICTIM}?view=summary&deadlineMs=30000`,
  },
  {
    operationId: 'getRiskScore',
    name: 'sandbox-score',
    summary: 'The score of a contract',
    method: 'GET',
    path: `/v1/risk/score/${DRAINER}?deadlineMs=30000`,
  },
]

/** An answer without what differs from one execution to the next. */
export function stableAnswer(answer: unknown): unknown {
  const text = JSON.stringify(answer, (name, value: unknown) => {
    if (name === 'requestId') return '01a20ef2-0000-7000-8000-000000000000'
    if (name === 'timestamp' || name === 'lastUpdated') return '2026-11-24T12:00:00.000Z'
    if (name === 'processingTime') return 20
    return value
  })
  return JSON.parse(text)
}
