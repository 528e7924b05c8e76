import { detectorTest } from '../../testing/detectorTest.ts'
import { NO_CODE, TOKEN } from '../../testing/sampleContract.ts'
import { judgement } from '../../testing/testJudgement.ts'
import detector from './wallet-scan-result.ts'

const of = (worst: Parameters<typeof judgement>[1]) => ({
  ...NO_CODE,
  walletJudgement: judgement(TOKEN, worst)[TOKEN] ?? null,
})

detectorTest(detector, {
  detects: {
    'a wallet on a sanctions list': { ...of('critical'), severity: 'critical' },
    'an honest wallet, which keeps its own level': { ...of('none'), severity: 'info' },
  },
  clears: { 'a contract that is no wallet': {}, 'a wallet whose scan was not asked': NO_CODE },
})
