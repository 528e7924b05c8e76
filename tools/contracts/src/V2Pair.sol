// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {IToken, TokenMoves} from "./base/TokenMoves.sol";

interface IFlashReceiver {
    function uniswapV2Call(address sender, uint256 amount0, uint256 amount1, bytes calldata data) external;
}

/// @title A constant-product pool with the interface and the events of a Uniswap V2 pair.
/// @dev A sale costs 0.3 %. There is no protocol fee: `kLast` is zero. Accumulators grow by the price in 112 binary digits, a second at a time.
contract V2Pair {
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    string public constant name = "Uniswap V2";
    string public constant symbol = "UNI-V2";
    uint8 public constant decimals = 18;
    /// Shares of the first deposit that belong to the zero address for ever.
    uint256 public constant MINIMUM_LIQUIDITY = 1000;
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    uint256 public constant kLast = 0;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) public nonces;
    address public immutable factory = msg.sender;
    address public token0;
    address public token1;
    uint112 private reserve0;
    uint112 private reserve1;
    uint32 private updatedAt;
    uint256 public price0CumulativeLast;
    uint256 public price1CumulativeLast;
    /// 1, or 2 while a call is under way: no refund of gas for clearing it.
    uint256 private state = 1;

    modifier alone() {
        require(state == 1, "UniswapV2: LOCKED");
        state = 2;
        _;
        state = 1;
    }

    function initialize(address token0_, address token1_) external {
        require(msg.sender == factory, "UniswapV2: FORBIDDEN");
        token0 = token0_;
        token1 = token1_;
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 domain = keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(domain, keccak256(bytes(name)), keccak256("1"), block.chainid, address(this)));
    }

    function getReserves() public view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, updatedAt);
    }

    /// Shares for what lies in the pool beyond its reserves.
    function mint(address to) external alone returns (uint256 liquidity) {
        (uint256 held0, uint256 held1) = _held();
        uint256 added0 = held0 - reserve0;
        uint256 added1 = held1 - reserve1;
        if (totalSupply == 0) {
            liquidity = _root(added0 * added1) - MINIMUM_LIQUIDITY;
            _issue(address(0), MINIMUM_LIQUIDITY);
        } else {
            uint256 by0 = (added0 * totalSupply) / reserve0;
            uint256 by1 = (added1 * totalSupply) / reserve1;
            liquidity = by0 < by1 ? by0 : by1;
        }
        require(liquidity > 0, "UniswapV2: INSUFFICIENT_LIQUIDITY_MINTED");
        _issue(to, liquidity);
        _update(held0, held1);
        emit Mint(msg.sender, added0, added1);
    }

    /// Pays out the shares that lie in the pool.
    function burn(address to) external alone returns (uint256 amount0, uint256 amount1) {
        (uint256 held0, uint256 held1) = _held();
        uint256 shares = balanceOf[address(this)];
        amount0 = (shares * held0) / totalSupply;
        amount1 = (shares * held1) / totalSupply;
        require(amount0 > 0 && amount1 > 0, "UniswapV2: INSUFFICIENT_LIQUIDITY_BURNED");
        balanceOf[address(this)] = 0;
        totalSupply -= shares;
        emit Transfer(address(this), address(0), shares);
        _pay(token0, to, amount0);
        _pay(token1, to, amount1);
        (held0, held1) = _held();
        _update(held0, held1);
        emit Burn(msg.sender, amount0, amount1, to);
    }

    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external alone {
        require(amount0Out > 0 || amount1Out > 0, "UniswapV2: INSUFFICIENT_OUTPUT_AMOUNT");
        require(amount0Out < reserve0 && amount1Out < reserve1, "UniswapV2: INSUFFICIENT_LIQUIDITY");
        require(to != token0 && to != token1, "UniswapV2: INVALID_TO");
        if (amount0Out > 0) _pay(token0, to, amount0Out);
        if (amount1Out > 0) _pay(token1, to, amount1Out);
        if (data.length > 0) IFlashReceiver(to).uniswapV2Call(msg.sender, amount0Out, amount1Out, data);
        (uint256 held0, uint256 held1) = _held();
        uint256 amount0In = _received(held0, reserve0, amount0Out);
        uint256 amount1In = _received(held1, reserve1, amount1Out);
        require(amount0In > 0 || amount1In > 0, "UniswapV2: INSUFFICIENT_INPUT_AMOUNT");
        uint256 product = (held0 * 1000 - amount0In * 3) * (held1 * 1000 - amount1In * 3);
        require(product >= uint256(reserve0) * reserve1 * 1_000_000, "UniswapV2: K");
        _update(held0, held1);
        emit Swap(msg.sender, amount0In, amount1In, amount0Out, amount1Out, to);
    }

    function skim(address to) external alone {
        (uint256 held0, uint256 held1) = _held();
        _pay(token0, to, held0 - reserve0);
        _pay(token1, to, held1 - reserve1);
    }

    function sync() external alone {
        (uint256 held0, uint256 held1) = _held();
        _update(held0, held1);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _move(from, to, value);
        return true;
    }

    /// ERC-2612.
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(deadline >= block.timestamp, "UniswapV2: EXPIRED");
        bytes32 words = keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline));
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), words)), v, r, s);
        require(signer != address(0) && signer == owner, "UniswapV2: INVALID_SIGNATURE");
        _approve(owner, spender, value);
    }

    function _held() private view returns (uint256, uint256) {
        return (IToken(token0).balanceOf(address(this)), IToken(token1).balanceOf(address(this)));
    }

    function _pay(address token, address to, uint256 value) private {
        TokenMoves.pay(token, to, value, "UniswapV2: TRANSFER_FAILED");
    }

    function _received(uint256 held, uint256 reserve, uint256 paid) private pure returns (uint256) {
        return held > reserve - paid ? held - (reserve - paid) : 0;
    }

    function _update(uint256 held0, uint256 held1) private {
        require(held0 <= type(uint112).max && held1 <= type(uint112).max, "UniswapV2: OVERFLOW");
        // Both may wrap: a difference of two readings is right all the same.
        unchecked {
            uint32 elapsed = uint32(block.timestamp) - updatedAt;
            if (elapsed > 0 && reserve0 != 0 && reserve1 != 0) {
                price0CumulativeLast += ((uint256(reserve1) << 112) / reserve0) * elapsed;
                price1CumulativeLast += ((uint256(reserve0) << 112) / reserve1) * elapsed;
            }
        }
        reserve0 = uint112(held0);
        reserve1 = uint112(held1);
        updatedAt = uint32(block.timestamp);
        emit Sync(reserve0, reserve1);
    }

    function _issue(address to, uint256 value) private {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function _move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    function _approve(address owner, address spender, uint256 value) private {
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }

    /// Largest integer whose square is not above x: Newton's method from above.
    function _root(uint256 x) private pure returns (uint256 root) {
        root = x;
        uint256 next = x / 2 + 1;
        while (next < root) {
            root = next;
            next = (x / next + next) / 2;
        }
    }
}
