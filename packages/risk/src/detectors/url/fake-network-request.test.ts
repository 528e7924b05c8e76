import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, walletRequest } from '../../testing/sampleUrl.ts'
import detector from './fake-network-request.ts'

const adds = (params: unknown) => ({
  browsing: browsing({
    requests: [walletRequest({ method: 'wallet_addEthereumChain', params: JSON.stringify(params) })],
  }),
})

detectorTest(detector, {
  detects: {
    'Ethereum by a server of the page': adds([{ chainId: '0x1', rpcUrls: ['https://rpc.else.example'] }]),
    'a large network by a server that nobody knows': {
      ...adds([{ chainId: '0x38', rpcUrls: ['https://rpc.else.example'] }]),
      severity: 'medium',
    },
    'the same, written at length': adds([{ chainId: '0x01', rpcUrls: ['https://rpc.else.example'] }]),
  },
  clears: {
    'a network that few wallets have': adds([{ chainId: '0x64', rpcUrls: ['https://rpc.else.example'] }]),
    'a large network with its own server': adds([{ chainId: '0x2105', rpcUrls: ['https://mainnet.base.org'] }]),
    'what is no network': adds('nonsense'),
    'what is no JSON': {
      browsing: browsing({ requests: [walletRequest({ method: 'wallet_addEthereumChain', params: '{' })] }),
    },
    'no request': {},
  },
})
