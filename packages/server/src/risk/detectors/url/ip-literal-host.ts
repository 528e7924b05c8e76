import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'ip-literal-host',
  title: 'It has an address of numbers and no name',
  why: 'Honest sites for people have names. Numbers are typical of machines that were broken into and of servers that must not last.',
  advice: 'Do not open it unless it is a machine of your own.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'low',
  confidence: 'medium',
  family: 'address-form',
  needs: ['site'],
  detect: ({ site: { ip, host, port } }) => {
    if (ip === null) return []
    return [
      {
        severity: port === null ? 'low' : 'medium',
        description: `The host is the IPv${ip} address ${host}${port === null ? '' : `, on port ${port}`}.`,
        evidence: { host, version: ip, port },
      },
    ]
  },
})
