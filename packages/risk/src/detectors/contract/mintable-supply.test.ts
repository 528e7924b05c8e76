import type { PrivilegedAccount } from '../../facts/privileges.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  able,
  BY_UNPRIVILEGED_CALLER,
  bytecode,
  capability,
  IMPLEMENTATION,
  privileged,
} from '../../testing/sampleContract.ts'
import { contract, label, USDC } from '../../testing/sampleFacts.ts'
import detector from './mintable-supply.ts'

const MINT = 'mint(address,uint256)'

/** A contract may mint, and an account calls it; percent of the pool that a sale of the new tokens took. */
const relayed = (drains: number, account: PrivilegedAccount['account'] = 'eoa') => ({
  capabilities: [
    capability('mint', MINT, { call: { caller: IMPLEMENTATION, callerRole: 'role' } }),
    capability('mint', 'distribute(address[],uint256[])', { call: { to: IMPLEMENTATION, callerRole: 'role' }, drains }),
  ],
  privileged: [privileged({ address: IMPLEMENTATION, account: 'contract', by: 'minter()' }), privileged({ account })],
})

detectorTest(detector, {
  detects: {
    'an owner with a key who may mint': able('mint', MINT),
    'a minter that is another contract': { ...able('mint', MINT, { owner: 'contract' }), severity: 'low' },
    'a minter behind a timelock': { ...able('mint', MINT, { owner: 'timelock' }), severity: 'info' },
    'a mint that does not work now': { ...able('mint', MINT, { state: 'potential' }), severity: 'low' },
    'a collection: minting is what it is for': {
      ...able('mint', 'mint(address)'),
      bytecode: bytecode({ standard: 'erc721' }),
      severity: 'low',
    },
    'a mint whose tokens were sold for most of the pool': { ...able('mint', MINT, { drains: 91 }), severity: 'medium' },
    'USDT and its like': {
      ...able('mint', 'issue(uint256)'),
      subject: contract(USDC, { labels: [label('token', 'Tether USD')] }),
      severity: 'low',
    },
    'a bridge token that the bridge mints': {
      ...able('mint', 'crosschainMint(address,uint256)', { owner: 'contract' }),
      subject: contract(USDC, { labels: [label('bridge')] }),
      severity: 'low',
    },
    'a relayer whose bridge may mint': {
      capabilities: [
        capability('mint', MINT, { call: { caller: IMPLEMENTATION, callerRole: 'role' } }),
        capability('mint', 'relay(address,uint256)', { call: { to: IMPLEMENTATION, callerRole: 'role' } }),
      ],
      privileged: [privileged({ address: IMPLEMENTATION, account: 'contract', by: 'bridge()' }), privileged()],
      severity: 'low',
    },
    'a relayer whose new tokens were sold for most of the pool: the contract in between bounds nothing': {
      ...relayed(82),
      severity: 'medium',
    },
    'one that a multisig calls': { ...relayed(82, 'multisig'), severity: 'info' },
    'one whose new tokens go where its code says': { ...relayed(0.2), severity: 'low' },
    'an emission that anyone sets off': {
      ...able('mint', 'drip()', { call: BY_UNPRIVILEGED_CALLER, emission: 0.1 }),
      severity: 'low',
    },
  },
  clears: {
    'a plain token': {},
    'WETH: minted for what is paid in': able('mint', 'deposit()', { call: BY_UNPRIVILEGED_CALLER, backed: true }),
    'vault shares': able('mint', 'deposit(uint256,address)', { call: BY_UNPRIVILEGED_CALLER, backed: true }),
    'a mint that no account may call any more': able('mint', MINT, { owner: 'burned' }),
    'a former owner, which is another finding': able('mint', MINT, { call: { callerRole: 'former-owner' } }),
    'a mint under another name, which is another finding': able('mint', 'collect(uint256)'),
  },
})
