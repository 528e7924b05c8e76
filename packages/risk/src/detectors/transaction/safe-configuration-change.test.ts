import { detectorTest } from '../../testing/detectorTest.ts'
import { failure, invoke, STRANGER, simulation, TRADER, UNKNOWN_CONTRACT, ZERO } from '../../testing/sampleFacts.ts'
import { judgement } from '../../testing/testJudgement.ts'
import detector from './safe-configuration-change.ts'

const exec = 'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)'
const inSafe = (signature: string, args: readonly unknown[]) => {
  const { transaction, decodedCall } = invoke(UNKNOWN_CONTRACT, signature, args)
  return invoke(UNKNOWN_CONTRACT, exec, [UNKNOWN_CONTRACT, 0n, transaction.data, 0, 0n, 0n, 0n, ZERO, ZERO, '0x'], {
    calls: [decodedCall],
  })
}
const ran = { simulation: simulation() }

detectorTest(detector, {
  detects: {
    'a module': { ...inSafe('enableModule(address)', [STRANGER]), ...ran },
    'a module, in a call that fails': {
      ...inSafe('enableModule(address)', [STRANGER]),
      simulation: failure('GS026'),
      severity: 'medium',
    },
    'a module that acts by the records of the Safe': {
      ...inSafe('enableModule(address)', [STRANGER]),
      ...ran,
      contractJudgements: judgement(STRANGER, 'none', {}, { walletsByRecord: true }),
      severity: 'medium',
    },
    'a module that acts by records, and whose scan found a danger': {
      ...inSafe('enableModule(address)', [STRANGER]),
      ...ran,
      contractJudgements: judgement(STRANGER, 'high', {}, { walletsByRecord: true }),
    },
    'a new owner': { ...inSafe('addOwnerWithThreshold(address,uint256)', [STRANGER, 1n]), ...ran },
    'a lower threshold': { ...inSafe('changeThreshold(uint256)', [1n]), ...ran },
    'the guard removed': { ...inSafe('setGuard(address)', [ZERO]), ...ran },
  },
  clears: {
    'a payment by a Safe': { ...inSafe('transfer(address,uint256)', [STRANGER, 1n]), ...ran },
    'a transfer of ownership, which is another finding': invoke(UNKNOWN_CONTRACT, 'transferOwnership(address)', [
      TRADER,
    ]),
  },
})
