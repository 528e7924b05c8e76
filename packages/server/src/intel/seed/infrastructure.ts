import type { SeedGroup } from './seedGroup.ts'

const known = { chains: 'all', confidence: 'high' } as const

/**
 * Shared accounts and their building blocks, and contracts that run arbitrary calls for any caller (`open-executor`: the name is
 * known, and the calls are a stranger's choice). CREATE2 puts them at one address on every network.
 */
export const INFRASTRUCTURE: readonly SeedGroup[] = [
  {
    ...known,
    category: 'open-executor',
    source: 'multicall3.com',
    members: [['0xcA11bde05977b3631167028862bE2a173976CA11', 'Multicall3']],
  },
  {
    ...known,
    category: 'open-executor',
    source: 'github.com/Arachnid/deterministic-deployment-proxy',
    members: [['0x4e59b44847b379578588920cA78FbF26c0B4956C', 'Deterministic deployment proxy']],
  },
  {
    ...known,
    category: 'multisig',
    source: 'github.com/safe-global/safe-deployments',
    members: [
      ['0x29fcB43b46531BcA003ddC8FCB67FFE91900C762', 'Safe 1.4.1 singleton (L2)'],
      ['0x41675C099F32341bf84BFc5382aF534df5C7461a', 'Safe 1.4.1 singleton'],
      ['0x3E5c63644E683549055b9Be8653de26E0B4CD36E', 'Safe 1.3.0 singleton (L2)'],
      ['0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552', 'Safe 1.3.0 singleton'],
      ['0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67', 'Safe 1.4.1 proxy factory'],
      ['0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2', 'Safe 1.3.0 proxy factory'],
    ],
  },
  {
    ...known,
    category: 'open-executor',
    source: 'github.com/safe-global/safe-deployments',
    members: [
      ['0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526', 'Safe 1.4.1 MultiSend'],
      ['0x9641d764fc13c8B624c04430C7356C1C7C8102e2', 'Safe 1.4.1 MultiSend (calls only)'],
      ['0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761', 'Safe 1.3.0 MultiSend'],
      ['0x40A2aCCbd92BCA938b02010E17A5b8929b49130D', 'Safe 1.3.0 MultiSend (calls only)'],
    ],
  },
  {
    ...known,
    category: 'open-executor',
    source: 'github.com/eth-infinitism/account-abstraction',
    members: [
      ['0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789', 'ERC-4337 EntryPoint 0.6'],
      ['0x0000000071727De22E5E9d8BAf0edAc6f37da032', 'ERC-4337 EntryPoint 0.7'],
      ['0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108', 'ERC-4337 EntryPoint 0.8'],
    ],
  },
]
