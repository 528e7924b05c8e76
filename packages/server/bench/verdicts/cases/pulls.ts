import { maxUint256 } from 'viem'
import { encodeAbiParameters, keccak256, stringToHex } from 'viem/utils'
import { approval } from '../cases.ts'
import { account, dollars, KEEPER, STRANGER } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

/** Approvals of 2,000 USDC for spenders that pull under a guard. */
export const PULLS: readonly VerdictCase[] = [
  approval('C01x', 'collect() by a role in nested mappings, to a fixed treasury', {
    deploy: (stage) => stage.deploy('C01x', 'RolePull', [KEEPER, account('treasury x')]),
  }),
  approval('C02x', 'collect() with a secret whose hash is stored', {
    deploy: (stage) => stage.deploy('C02x', 'HashPull', [keccak256(stringToHex('swordfish 93'))]),
    reviewAccepted: 'with an unknown fact',
  }),
  approval('C03x', 'collect() with a signature of the operator', {
    deploy: (stage) => stage.deploy('C03x', 'SigPull', [KEEPER]),
    reviewAccepted: 'with an unknown fact',
  }),
  approval('C04x', 'execute(target,data) open to all', { deploy: (stage) => stage.deploy('C04x', 'OpenExec') }),
  approval('C05x', 'solc 0.4: call_(address,uint256,bytes) of the owner', {
    deploy: (stage) => stage.deploy('C05x', 'OwnerExec4'),
  }),
  approval('C06x', 'EIP-1967-like proxy, role in storage, set by initialize', {
    deploy: async (stage) => {
      await stage.deploy('C06i', 'InitPull')
      await stage.deploy('C06x', 'Proxy', [stage.at('C06i'), stage.encode('InitPull', 'initialize', [KEEPER])])
    },
  }),
  approval('C07x', 'queue() by the owner, run() by any caller an hour later', {
    deploy: (stage) => stage.deploy('C07x', 'TwoStep'),
  }),
  approval('C08x', 'arm() by the owner, collect() three days later', {
    deploy: (stage) => stage.deploy('C08x', 'ArmedPull'),
  }),
  approval('C09x', 'solc 0.6: raw packed calldata in the fallback, owner immutable', {
    deploy: (stage) => stage.deploy('C09x', 'RawPull'),
  }),
  approval('C10x', 'diamond: facet behind a mapping, batch pull by a hidden owner slot', {
    deploy: async (stage) => {
      await stage.deploy('C10f', 'PullFacet')
      await stage.deploy('C10x', 'DiamondPull', [
        stage.at('C10f'),
        stage.encode('PullFacet', 'sync', [stage.trader, []]).slice(0, 10),
        KEEPER,
      ])
    },
  }),
  approval('C11x', 'pull guarded by tx.origin', { deploy: (stage) => stage.deploy('C11x', 'OriginPull', [KEEPER]) }),
  approval('C12x', 'solc 0.7: victims and amounts packed in words; operators in a bitmap', {
    deploy: (stage) => stage.deploy('C12x', 'PackedPull', [KEEPER, account('sink x')]),
  }),
  approval('C15x', 'vault whose owner sets a module and delegatecalls it', {
    deploy: (stage) => stage.deploy('C15x', 'ModuleSpender'),
  }),
  approval('C16x', 'fill(Order) by hidden operators; the maker does not sign', {
    deploy: (stage) => stage.deploy('C16x', 'OrderPull', [KEEPER]),
  }),
  approval('C17x', 'vault with migrate(users,to) of the owner over remaining allowances', {
    deploy: (stage) => stage.deploy('C17x', 'MigrateVault', [stage.tokens.usdc]),
  }),
  approval('C18x', 'hand that obeys a back-end contract whose owner settles at will', {
    deploy: async (stage) => {
      const d = await stage.developer('C18')
      await stage.deploy('C18x', 'Hand', [], { from: d })
      await stage.deploy('C18b', 'BackendBad', [stage.at('C18x')], { from: d })
      await stage.call(d, 'C18x', 'Hand', 'set', [stage.at('C18b')])
    },
  }),
  approval('C19x', 'collect() for a caller whose hash is stored', {
    deploy: (stage) =>
      stage.deploy('C19x', 'CallerHash', [keccak256(encodeAbiParameters([{ type: 'address' }], [KEEPER]))]),
    reviewAccepted: 'with an unknown fact',
  }),
  approval('C20x', 'x3f(address[3],uint256) of two immutable keepers', {
    deploy: (stage) => stage.deploy('C20x', 'CloneArgs', [KEEPER, account('other keeper')]),
  }),
  approval('C21x', 'owner is zero; the deployer may accept ownership in a month and then collect', {
    deploy: (stage) => stage.deploy('C21x', 'DelayedOwner'),
    reviewAccepted: 'with an unknown fact',
  }),
  approval('C22x', 'role pull, approval of 1 USDC', {
    deploy: (stage) => stage.deploy('C22x', 'RolePull', [KEEPER, account('treasury x2')]),
    amount: dollars(1),
    reviewAccepted: 'always',
  }),
  approval('C23x', 'role pull, unlimited approval', {
    deploy: (stage) => stage.deploy('C23x', 'RolePull', [KEEPER, account('treasury x3')]),
    amount: maxUint256,
  }),
  approval('C24x', 'approval of an EOA', {
    deploy: async (stage) => {
      stage.name('C24x', STRANGER)
    },
  }),
]
