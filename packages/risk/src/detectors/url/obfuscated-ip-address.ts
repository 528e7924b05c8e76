import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'obfuscated-ip-address',
  title: 'Obfuscated IP address',
  why: 'The URL standard reads hexadecimal, octal and single numbers as IPv4 addresses. People cannot read them, and filters often cannot either; there is no honest use.',
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
        description: `“${oddIp}” is an obfuscated spelling of ${host}.`,
        evidence: { spelled: oddIp, host },
      },
    ]
  },
})
