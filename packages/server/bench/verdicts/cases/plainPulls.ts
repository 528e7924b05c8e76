import { approval, itemOperator } from '../cases.ts'
import { account, dollars, KEEPER } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

/** Approvals of spenders that pull by a plain function, and of operators of items. */
export const PLAIN_PULLS: readonly VerdictCase[] = [
  approval('C60x', 'pull(token,from,amount) of an immutable creator', {
    deploy: (stage) => stage.deploy('C60x', 'PlainPull'),
  }),
  approval('C61x', 'pull(token,address[],amount) of the creator', {
    deploy: (stage) => stage.deploy('C61x', 'ArrayPull'),
  }),
  approval('C62x', 'pull by a role that the creator holds without an event', {
    deploy: (stage) => stage.deploy('C62x', 'SelfRole'),
  }),
  approval('C63x', 'role pull with a history: the keeper collected from two users', {
    deploy: (stage) => stage.deploy('C63x', 'RolePull', [KEEPER, account('treasury h')]),
    use: async (stage) => {
      await stage.fund(KEEPER, '1')
      for (const u of stage.users.slice(0, 2))
        await stage.call(KEEPER, 'C63x', 'RolePull', 'collect', [stage.tokens.usdc, u, dollars(500)])
    },
  }),
  approval('C64x', 'run(address,bytes) open to all, not payable', {
    deploy: (stage) => stage.deploy('C64x', 'OpenRun'),
  }),
  approval('C65x', 'pull(token,from,to,amount) open to all', { deploy: (stage) => stage.deploy('C65x', 'OpenPull') }),
  approval('C66x', 'grab(address) of the creator, token immutable', {
    deploy: (stage) => stage.deploy('C66x', 'Grab', [stage.tokens.usdc]),
  }),
  approval('C67x', 'fill(struct) of the creator', { deploy: (stage) => stage.deploy('C67x', 'StructPull') }),
  approval('C68x', 'EXECUTOR_ROLE granted to a key with its event; settle(token,user,to,amount)', {
    deploy: (stage) => stage.deploy('C68x', 'AcPull', [account('ac admin'), KEEPER]),
  }),
  itemOperator('C50x', 'setApprovalForAll to a contract whose owner takes items', { contract: 'NftGrab' }),
]
