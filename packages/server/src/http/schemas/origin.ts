import { Type } from 'typebox'
import { Nullable, RiskLevelName, RiskScore, Text } from './common.ts'
import { Likeness } from './contractBody.ts'

export const Listing = Type.Object(
  {
    label: Type.String({ description: 'Label of the list: phishing, malware, scam, …' }),
    name: Nullable(Type.String()),
    source: Type.String({ description: 'Title of the list.' }),
    listedSince: Nullable(Type.String({ description: 'ISO date on which this service first saw the entry.' })),
    matched: Type.String({ description: 'The part that is listed: host, parent or path.' }),
  },
  { title: 'OriginListing' },
)

/** The site that asks, as far as it is known. */
export const OriginSchema = Nullable(
  Type.Object(
    {
      url: Type.String({ description: 'As given, without query, fragment and credentials.' }),
      host: Type.String(),
      listed: Type.Array(Listing),
      official: Nullable(Type.String({ description: 'The project whose official domain it is.' })),
      lexical: Nullable(Type.Number({ minimum: 0, maximum: 1 }), {
        description:
          'Phishing score of the host name by a lexical model. Null for IP addresses, shared and official hosts.',
      }),
      likenesses: Type.Array(Likeness, { description: 'Brands that the name imitates.' }),
      scanned: Nullable(
        Type.Object(
          {
            url: Type.String({ description: 'Scanned address: the page that asks, or the front page of its host.' }),
            riskScore: RiskScore,
            riskLevel: RiskLevelName,
            date: Type.String({ description: 'UTC day of the scan, YYYY-MM-DD.' }),
          },
          { title: 'ScannedSite' },
        ),
        {
          description: 'Result of this account’s last URL scan of the site within seven days; null when there is none.',
        },
      ),
    },
    { title: 'Origin' },
  ),
  {
    description:
      'Record of the site named in the request; null when none was named, or when the look-up failed (`unknown` then has `origin`).',
  },
)

/** The dApp that asks for a signature. */
export const OriginUrl = Text('^[hH][tT][tT][pP][sS]?://[^\\s/?#]', {
  description:
    'http or https URL of the site that asks for the signature, at most 2048 characters. Its host and path are looked up in lists and official domains, and its name is compared with those of brands, and the account’s own last URL scan of it counts; the site is not visited. Query, fragment and credentials are not kept.',
  maxLength: 2048,
  expected: 'an http or https URL of at most 2048 characters',
})
