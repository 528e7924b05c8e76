import type { api } from '@redoubt/client'
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { shortHex, wordsOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'

type Node = { id: string; title: string; level: string; x?: number; y?: number; fx?: number; fy?: number }
type Edge = { source: string; target: string; relation: string; count: number }
type PlacedEdge = Omit<Edge, 'source' | 'target'> & { source: Node; target: Node }

const WIDTH = 900
const HEIGHT = 420
const MARGIN = 60
const TICKS = 240
const MAX_NODES = 60
const LABEL_LENGTH = 22

/** A wallet and those it dealt with. Every node leads to its page; the same facts are in the tables below the graph. */
export default function AssociationGraph({ scan }: { scan: api.WalletScanResult }) {
  const [, navigate] = useLocation()
  const { nodes, edges } = useMemo(() => place(scan), [scan])
  if (nodes.length < 2) return <Empty title="No association is known" />
  return (
    <div className="graph-scroll" ref={showMiddle}>
      {/* biome-ignore lint/a11y/useSemanticElements: an SVG has no fieldset. */}
      <svg className="graph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label="Association graph">
        {edges.map(({ source, target, relation, count }) => (
          <line
            key={source.id + target.id + relation}
            className="edge"
            x1={source.x}
            y1={source.y}
            x2={target.x}
            y2={target.y}
            strokeWidth={Math.min(4, 1 + Math.log2(count))}
          >
            <title>
              {wordsOf(relation)}, {count} times
            </title>
          </line>
        ))}
        {nodes.map((node) => {
          const path = `/address/${scan.chain}/${node.id}`
          const shown = node.title.length > LABEL_LENGTH ? `${node.title.slice(0, LABEL_LENGTH)}…` : node.title
          return (
            <a
              key={node.id}
              href={import.meta.env.BASE_URL + path.slice(1)}
              // It begins with what is read in the picture.
              aria-label={`${shown === node.title ? '' : `${shown} `}${node.title}, ${node.id}`}
              onClick={(event) => {
                event.preventDefault()
                navigate(path)
              }}
            >
              <title>{node.id}</title>
              <circle
                className="node"
                data-level={node.level}
                cx={node.x}
                cy={node.y}
                r={node.level === 'self' ? 11 : 7}
              />
              <text x={node.x} y={(node.y ?? 0) + 22} textAnchor="middle">
                {shown}
              </text>
            </a>
          )
        })}
      </svg>
    </div>
  )
}

/** The wallet is in the middle, which a narrow window would not show. */
function showMiddle(element: HTMLElement | null): void {
  if (element !== null) element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2
}

function place(scan: api.WalletScanResult): { nodes: Node[]; edges: PlacedEdge[] } {
  const self = scan.address.toLowerCase()
  const nodes = new Map<string, Node>([[self, { id: self, title: 'This wallet', level: 'self' }]])
  const edges = new Map<string, Edge>()
  const add = (address: string, title: string, level: string) => {
    const id = address.toLowerCase()
    if (nodes.size >= MAX_NODES && !nodes.has(id)) return null
    if (!nodes.has(id)) nodes.set(id, { id, title, level })
    return id
  }
  const connect = (source: string, target: string, relation: string, count: number) =>
    edges.set(`${source}${target}${relation}`, { source, target, relation, count })
  for (const { address, label, relation, count, riskLevel } of scan.counterparties) {
    const id = add(
      address,
      label === 'Unlabelled address' ? shortHex(address) : label || shortHex(address),
      riskLevel ?? 'unknown',
    )
    if (id !== null) connect(self, id, relation, Math.max(1, count))
  }
  let before = self
  for (const { address, label } of scan.fundingChain) {
    const id = add(address, label || shortHex(address), 'unknown')
    if (id === null) break
    connect(before, id, 'funded_by', 1)
    before = id
  }
  for (const { address, kind, through, hops } of scan.exposures) {
    const id = add(address, wordsOf(kind), 'critical')
    if (id === null) continue
    const by = hops === 2 && through !== null ? add(through, shortHex(through), 'unknown') : self
    if (by !== null) {
      connect(by, id, kind, 1)
      if (by !== self) connect(self, by, 'interacted', 1)
    }
  }
  const list = [...nodes.values()]
  const links = [...edges.values()]
  // Positions follow from the order of nodes alone: the same wallet gives the same picture.
  const simulation = forceSimulation(list)
    .force(
      'links',
      forceLink<Node, Edge & { index?: number }>(links as never)
        .id(({ id }) => id)
        .distance(150),
    )
    .force('apart', forceManyBody().strength(-500))
    .force('room', forceCollide(46))
    .force('x', forceX(WIDTH / 2).strength(0.04))
    .force('y', forceY(HEIGHT / 2).strength(0.09))
    .stop()
  for (let tick = 0; tick < TICKS; tick++) simulation.tick()
  for (const node of list) {
    node.x = Math.round(Math.max(MARGIN, Math.min(WIDTH - MARGIN, node.x ?? 0)))
    node.y = Math.round(Math.max(20, Math.min(HEIGHT - 30, node.y ?? 0)))
  }
  return { nodes: list, edges: links as unknown as PlacedEdge[] }
}
