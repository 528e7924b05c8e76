import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'qr-code-address-differs',
  title: 'QR code pays another address',
  why: 'The page shows one address, and the QR code beside it pays another one, which the page shows nowhere. People scan codes and do not read them.',
  advice: 'Do not scan the code. Compare every character of the address in your wallet before you pay.',
  appliesTo: 'url',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'clipboard',
  needs: ['browsing'],
  detect: ({ browsing }) =>
    browsing.codes.flatMap(({ payee, instead }) =>
      payee === null || instead === null
        ? []
        : [
            {
              description: `The page shows ${instead.slice(0, 80)} beside a QR code that pays ${payee.slice(0, 80)}.`,
              evidence: { shown: instead.slice(0, 100), paid: payee.slice(0, 100) },
            },
          ],
    ),
})
