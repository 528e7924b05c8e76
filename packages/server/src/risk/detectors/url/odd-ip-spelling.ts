import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'odd-ip-spelling',
  title: 'Its address is spelled so that nobody reads it',
  why: 'The URL standard reads hexadecimal, octal and single numbers as IPv4 addresses. People do not, and filters often do not either; there is no honest use.',
  advice: 'Do not open it.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'medium',
  confidence: 'high',
  family: 'address-form',
  needs: ['site'],
  detect: ({ site: { ip, host, oddIp } }) => {
    if (oddIp === null) return []
    return [
      {
        severity: ip === 4 ? 'medium' : 'low',
        description: `“${oddIp}” is a spelling of ${host}.`,
        evidence: { spelled: oddIp, host },
      },
    ]
  },
})
