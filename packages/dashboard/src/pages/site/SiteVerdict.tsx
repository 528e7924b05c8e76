import type { api } from '@redoubt/client'
import { countText, dateText, durationText, wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { Findings } from '../verdict/Findings.tsx'
import { ScanActions } from '../verdict/ScanActions.tsx'
import { Breakdown } from '../verdict/ScanFacts.tsx'
import { VerdictFrame, worstOf } from '../verdict/VerdictFrame.tsx'
import { BrowserView } from './BrowserView.tsx'
import { PageView } from './PageView.tsx'

const DAY_SECONDS = 86_400

export function SiteVerdict({ scan, requestId }: { scan: api.UrlScanResult; requestId: string | null }) {
  const { content, browser } = scan
  const summary =
    scan.reached !== true && scan.warnings.length === 0
      ? 'The site was not reached; lists and name were examined.'
      : worstOf(scan.warnings, scan.complete, 'the site')
  return (
    <VerdictFrame
      of={scan}
      summary={summary}
      subject={
        <strong className="hex">
          <Name text={scan.requestedUrl} max={300} />
        </strong>
      }
      extra={[
        ['Threats', scan.threats.length === 0 ? 'none' : scan.threats.map(wordsOf).join(', ')],
        ...(scan.cached === null ? [] : ([['Answer from', `${durationText(scan.cached.ageSeconds)} ago`]] as const)),
      ]}
      actions={<ScanActions requestId={requestId} entity={scan.url} chain={null} />}
      views={[
        {
          id: 'overview',
          title: 'Overview',
          body: () => (
            <div className="main-and-side">
              <div className="stack">
                <Findings findings={scan.warnings} chain={scan.chain} />
                <Breakdown breakdown={scan.breakdown} />
              </div>
              <div className="stack">
                <Tiers scan={scan} />
                <CertificateFacts scan={scan} />
                {scan.whois && <Registration whois={scan.whois} />}
              </div>
            </div>
          ),
        },
        {
          id: 'redirects',
          title: 'Redirects',
          count: scan.redirects?.length,
          body: () => <Redirects scan={scan} />,
        },
        content ? { id: 'page', title: 'Page', body: () => <PageView content={content} /> } : null,
        browser
          ? {
              id: 'browser',
              title: 'Browser',
              count: browser.requests.length,
              body: () => <BrowserView browser={browser} />,
            }
          : null,
      ]}
    />
  )
}

/** What each tier said: lists, brands, name, visit. */
function Tiers({ scan }: { scan: api.UrlScanResult }) {
  const { listed, official, popular, likenesses, lexical, details, host } = scan
  return (
    <Panel title="What was examined">
      <Facts
        rows={[
          ['Host', <Name key="host" text={host.unicodeHost} />],
          [
            'Lists',
            listed === null ? (
              'unknown'
            ) : listed.length === 0 ? (
              'On no list'
            ) : (
              <ul key="lists" className="evidence-list">
                {listed.map(({ label, source, name }) => (
                  <li key={label + source}>
                    <Level level="critical" text={wordsOf(label)} /> {name !== null && <Name text={name} />} by {source}
                  </li>
                ))}
              </ul>
            ),
          ],
          ['Official site of', official ?? 'no known brand'],
          ['Popular', popular === null ? 'in no list of popular sites' : `rank ${popular.rank} in ${popular.list}`],
          [
            'Looks like',
            likenesses === null
              ? 'unknown'
              : likenesses.length === 0
                ? 'no known brand'
                : likenesses.map(({ brand, how }) => `${brand} (${wordsOf(how).toLowerCase()})`).join(', '),
          ],
          [
            'Name alone',
            lexical === null
              ? 'unknown'
              : `${Math.round(lexical.score * 100)} % like phishing names (${lexical.level === 'none' ? 'no warning' : lexical.level})`,
          ],
          ['Domain age', details.domainAge === null ? 'unknown' : durationText(details.domainAge * DAY_SECONDS)],
          ['Visited', scan.reached === null ? 'no' : scan.reached ? `yes, ${dateText(scan.asOf)}` : 'not reached'],
          ['IP address', details.ipAddress ?? 'unknown'],
          scan.cloaking !== null && [
            'Visitors and robots',
            scan.cloaking.differs ? <Level key="cloak" level="high" text="See different pages" /> : 'see the same page',
          ],
        ]}
      />
    </Panel>
  )
}

function CertificateFacts({ scan: { certificate, details } }: { scan: api.UrlScanResult }) {
  return (
    <Panel title="Certificate">
      <Facts
        rows={[
          [
            'Status',
            details.sslStatus === null ? (
              'unknown'
            ) : (
              <Level
                key="status"
                level={details.sslStatus === 'valid' ? 'safe' : 'high'}
                text={wordsOf(details.sslStatus)}
              />
            ),
          ],
          certificate?.issuer ? ['Issuer', <Name key="issuer" text={certificate.issuer} />] : null,
          certificate?.validFrom ? ['Valid from', dateText(certificate.validFrom)] : null,
          certificate?.validTo ? ['Valid until', dateText(certificate.validTo)] : null,
          certificate && certificate.names.length > 0
            ? ['Names', <Name key="names" text={certificate.names.slice(0, 6).join(', ')} max={200} />]
            : null,
        ]}
      />
    </Panel>
  )
}

function Registration({ whois }: { whois: api.Registration }) {
  return (
    <Panel title="Registration">
      <Facts
        rows={[
          ['Domain', <Name key="domain" text={whois.domain} />],
          ['Registered', whois.registeredAt === null ? 'unknown' : dateText(whois.registeredAt)],
          ['Expires', whois.expiresAt === null ? 'unknown' : dateText(whois.expiresAt)],
          ['Registrar', whois.registrar === null ? 'unknown' : <Name key="registrar" text={whois.registrar} />],
          ['Said by', `${whois.by.toUpperCase()} server ${whois.server}`],
        ]}
      />
    </Panel>
  )
}

function Redirects({ scan: { redirects, url, requestedUrl } }: { scan: api.UrlScanResult }) {
  return (
    <Panel title="Redirects" note={redirects === null ? undefined : countText(redirects.length, 'redirect')} flush>
      {redirects === null ? (
        <Empty title="The site was not visited" />
      ) : redirects.length === 0 ? (
        <Empty title="No redirect">
          <span className="hex">{url === requestedUrl ? url : `${requestedUrl} is ${url}`}</span>
        </Empty>
      ) : (
        <Table
          label="Redirects"
          rows={redirects}
          keyOf={({ from, to }, index) => from + to + index}
          toneOf={({ listed }) => (listed !== null && listed.length > 0 ? 'bad' : undefined)}
          columns={[
            {
              title: 'From',
              cell: ({ from }) => (
                <span className="hex">
                  <Name text={from} max={200} />
                </span>
              ),
            },
            {
              title: 'To',
              cell: ({ to }) => (
                <span className="hex">
                  <Name text={to} max={200} />
                </span>
              ),
            },
            {
              title: 'How',
              cell: ({ how, status }) => (status === null ? wordsOf(how) : `${how.toUpperCase()} ${status}`),
            },
            { title: 'Shortener', cell: ({ shortener }) => shortener ?? 'no' },
            {
              title: 'Listed',
              cell: ({ listed }) => (listed === null ? 'unknown' : listed.map(({ label }) => label).join(', ') || 'no'),
            },
          ]}
        />
      )}
    </Panel>
  )
}
