import { detectorTest } from '../../testing/detectorTest.ts'
import { UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { judgement } from '../../testing/testJudgement.ts'
import detector from './contract-scan-result.ts'

const of = (worst: Parameters<typeof judgement>[1]) => ({
  codeJudgement: judgement(UNKNOWN_CONTRACT, worst)[UNKNOWN_CONTRACT] ?? null,
})

detectorTest(detector, {
  detects: {
    'a drainer contract': { ...of('critical'), severity: 'critical' },
    'a contract of which little is known': { ...of('unknown'), severity: 'medium' },
    'an honest contract, which keeps its own level': { ...of('none'), severity: 'info' },
  },
  clears: { 'a trader without code': {} },
})
