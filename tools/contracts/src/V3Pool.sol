// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {IToken, TokenMoves} from "./base/TokenMoves.sol";
import {V3Math} from "./base/V3Math.sol";
import {V3Ticks} from "./base/V3Ticks.sol";

interface IPoolMaker {
    function parameters()
        external
        view
        returns (address factory, address token0, address token1, uint24 fee, int24 tickSpacing);
}

interface IPoolUser {
    function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata data) external;
    function uniswapV3SwapCallback(int256 delta0, int256 delta1, bytes calldata data) external;
}

/// @title A pool of concentrated liquidity with the interface and the events of a Uniswap v3 pool.
/// @dev Written after the white paper. It has no protocol fee, no flash loan and no price history: one observation, which
/// `slot0` counts. `observe` and what configures these does not exist.
contract V3Pool is V3Ticks {
    event Initialize(uint160 sqrtPriceX96, int24 tick);
    event Mint(
        address sender,
        address indexed owner,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount,
        uint256 amount0,
        uint256 amount1
    );
    event Burn(
        address indexed owner,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount,
        uint256 amount0,
        uint256 amount1
    );
    event Collect(
        address indexed owner,
        address recipient,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount0,
        uint128 amount1
    );
    event Swap(
        address indexed sender,
        address indexed recipient,
        int256 amount0,
        int256 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick
    );

    struct Slot0 {
        uint160 sqrtPriceX96;
        int24 tick;
        uint16 observationIndex;
        uint16 observationCardinality;
        uint16 observationCardinalityNext;
        uint8 feeProtocol;
        bool unlocked;
    }

    struct Position {
        uint128 liquidity;
        uint256 feeGrowthInside0LastX128;
        uint256 feeGrowthInside1LastX128;
        uint128 tokensOwed0;
        uint128 tokensOwed1;
    }

    /// A swap on its way: what is left to trade, what the other side came to, and where the price stands.
    struct Run {
        int256 left;
        int256 other;
        uint160 price;
        int24 tick;
        uint128 liquidity;
        uint256 growth;
    }

    Slot0 public slot0;
    mapping(bytes32 => Position) public positions;
    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    uint24 public immutable fee;

    constructor() {
        int24 spacing;
        (factory, token0, token1, fee, spacing) = IPoolMaker(msg.sender).parameters();
        tickSpacing = spacing;
    }

    modifier alone() {
        require(slot0.unlocked, "LOK");
        slot0.unlocked = false;
        _;
        slot0.unlocked = true;
    }

    function initialize(uint160 sqrtPriceX96) external {
        require(slot0.sqrtPriceX96 == 0, "AI");
        int24 tick = V3Math.tickAt(sqrtPriceX96);
        slot0 = Slot0(sqrtPriceX96, tick, 0, 1, 1, 0, true);
        emit Initialize(sqrtPriceX96, tick);
    }

    function mint(address recipient, int24 tickLower, int24 tickUpper, uint128 amount, bytes calldata data)
        external
        alone
        returns (uint256 amount0, uint256 amount1)
    {
        require(amount > 0);
        (amount0, amount1) = _change(recipient, tickLower, tickUpper, amount, true);
        uint256 held0 = _held(token0);
        uint256 held1 = _held(token1);
        IPoolUser(msg.sender).uniswapV3MintCallback(amount0, amount1, data);
        require(held0 + amount0 <= _held(token0), "M0");
        require(held1 + amount1 <= _held(token1), "M1");
        emit Mint(msg.sender, recipient, tickLower, tickUpper, amount, amount0, amount1);
    }

    function burn(int24 tickLower, int24 tickUpper, uint128 amount)
        external
        alone
        returns (uint256 amount0, uint256 amount1)
    {
        (amount0, amount1) = _change(msg.sender, tickLower, tickUpper, amount, false);
        Position storage position = positions[_key(msg.sender, tickLower, tickUpper)];
        position.tokensOwed0 += uint128(amount0);
        position.tokensOwed1 += uint128(amount1);
        emit Burn(msg.sender, tickLower, tickUpper, amount, amount0, amount1);
    }

    function collect(address recipient, int24 tickLower, int24 tickUpper, uint128 max0, uint128 max1)
        external
        alone
        returns (uint128 amount0, uint128 amount1)
    {
        Position storage position = positions[_key(msg.sender, tickLower, tickUpper)];
        amount0 = max0 < position.tokensOwed0 ? max0 : position.tokensOwed0;
        amount1 = max1 < position.tokensOwed1 ? max1 : position.tokensOwed1;
        position.tokensOwed0 -= amount0;
        position.tokensOwed1 -= amount1;
        if (amount0 > 0) _pay(token0, recipient, amount0);
        if (amount1 > 0) _pay(token1, recipient, amount1);
        emit Collect(msg.sender, recipient, tickLower, tickUpper, amount0, amount1);
    }

    /// @param amountSpecified What to sell where it is positive, what to buy where it is negative.
    function swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 priceLimit, bytes calldata data)
        external
        returns (int256 amount0, int256 amount1)
    {
        require(amountSpecified != 0, "AS");
        require(slot0.unlocked, "LOK");
        require(
            zeroForOne
                ? priceLimit < slot0.sqrtPriceX96 && priceLimit > V3Math.MIN_PRICE
                : priceLimit > slot0.sqrtPriceX96 && priceLimit < V3Math.MAX_PRICE,
            "SPL"
        );
        slot0.unlocked = false;
        Run memory run = Run(amountSpecified, 0, slot0.sqrtPriceX96, slot0.tick, liquidity, _growth(zeroForOne));
        while (run.left != 0 && run.price != priceLimit) _advance(run, zeroForOne, amountSpecified > 0, priceLimit);
        slot0.sqrtPriceX96 = run.price;
        slot0.tick = run.tick;
        liquidity = run.liquidity;
        if (zeroForOne) feeGrowthGlobal0X128 = run.growth;
        else feeGrowthGlobal1X128 = run.growth;
        int256 traded = amountSpecified - run.left;
        (amount0, amount1) = zeroForOne == (amountSpecified > 0) ? (traded, run.other) : (run.other, traded);
        _settle(recipient, zeroForOne, amount0, amount1, data);
        emit Swap(msg.sender, recipient, amount0, amount1, run.price, run.liquidity, run.tick);
        slot0.unlocked = true;
    }

    /// Pays first, and asks the caller for its side then.
    function _settle(address recipient, bool zeroForOne, int256 amount0, int256 amount1, bytes calldata data) private {
        (address paid, int256 out) = zeroForOne ? (token1, amount1) : (token0, amount0);
        (address owed, int256 due) = zeroForOne ? (token0, amount0) : (token1, amount1);
        if (out < 0) _pay(paid, recipient, uint256(-out));
        uint256 held = _held(owed);
        IPoolUser(msg.sender).uniswapV3SwapCallback(amount0, amount1, data);
        require(held + uint256(due) <= _held(owed), "IIA");
    }

    /// Trades up to the next tick of the bitmap's word, or to the limit.
    function _advance(Run memory run, bool down, bool selling, uint160 limit) private {
        (int24 next, bool crosses) = _nextTick(run.tick, down);
        uint160 nextPrice = V3Math.priceAt(next);
        uint160 target = (down ? nextPrice < limit : nextPrice > limit) ? limit : nextPrice;
        uint160 start = run.price;
        (uint256 paidIn, uint256 paidOut, uint256 charged) = _step(run, target, down, selling);
        if (selling) {
            run.left -= int256(paidIn + charged);
            run.other -= int256(paidOut);
        } else {
            run.left += int256(paidOut);
            run.other += int256(paidIn + charged);
        }
        unchecked {
            if (run.liquidity > 0) run.growth += V3Math.mulDiv(charged, 2 ** 128, run.liquidity);
        }
        if (run.price == nextPrice) {
            if (crosses) run.liquidity = _cross(next, down, run.liquidity, run.growth);
            run.tick = down ? next - 1 : next;
        } else if (run.price != start) {
            run.tick = down
                ? V3Math.tickBetween(run.price, next, run.tick + 1)
                : V3Math.tickBetween(run.price, run.tick, next);
        }
    }

    /// One stretch of constant liquidity: moves the run's price to `target`, or as far as what is left suffices.
    function _step(Run memory run, uint160 target, bool down, bool selling)
        private
        view
        returns (uint256 paidIn, uint256 paidOut, uint256 charged)
    {
        uint256 left = run.left > 0 ? uint256(run.left) : uint256(-run.left);
        (uint160 from, uint128 depth) = (run.price, run.liquidity);
        uint160 to = target;
        if (selling) {
            uint256 net = V3Math.mulDiv(left, 1e6 - fee, 1e6);
            if (net < _amountIn(from, target, depth, down)) {
                to = down ? V3Math.priceAfter0(from, depth, net, true) : V3Math.priceAfter1(from, depth, net, true);
            }
        } else if (left < _amountOut(from, target, depth, down)) {
            to = down ? V3Math.priceAfter1(from, depth, left, false) : V3Math.priceAfter0(from, depth, left, false);
        }
        paidIn = _amountIn(from, to, depth, down);
        paidOut = _amountOut(from, to, depth, down);
        if (!selling && paidOut > left) paidOut = left;
        charged = selling && to != target ? left - paidIn : V3Math.mulDivUp(paidIn, fee, 1e6 - fee);
        run.price = to;
    }

    function _amountIn(uint160 from, uint160 to, uint128 depth, bool down) private pure returns (uint256) {
        return down ? V3Math.amount0(from, to, depth, true) : V3Math.amount1(from, to, depth, true);
    }

    function _amountOut(uint160 from, uint160 to, uint128 depth, bool down) private pure returns (uint256) {
        return down ? V3Math.amount1(from, to, depth, false) : V3Math.amount0(from, to, depth, false);
    }

    /// Adds liquidity to a position or takes it off, with the fees since its last change.
    function _change(address owner, int24 lower, int24 upper, uint128 amount, bool add)
        private
        returns (uint256 amount0, uint256 amount1)
    {
        require(lower < upper, "TLU");
        require(lower >= -V3Math.MAX_TICK, "TLM");
        require(upper <= V3Math.MAX_TICK, "TUM");
        Position storage position = positions[_key(owner, lower, upper)];
        if (amount == 0) require(position.liquidity > 0, "NP");
        else {
            _changeTick(lower, slot0.tick, amount, add, false);
            _changeTick(upper, slot0.tick, amount, add, true);
        }
        (uint256 growth0, uint256 growth1) = _growthInside(lower, upper, slot0.tick);
        unchecked {
            position.tokensOwed0 +=
                uint128(V3Math.mulDiv(growth0 - position.feeGrowthInside0LastX128, position.liquidity, 2 ** 128));
            position.tokensOwed1 +=
                uint128(V3Math.mulDiv(growth1 - position.feeGrowthInside1LastX128, position.liquidity, 2 ** 128));
        }
        position.feeGrowthInside0LastX128 = growth0;
        position.feeGrowthInside1LastX128 = growth1;
        if (amount == 0) return (0, 0);
        position.liquidity = add ? position.liquidity + amount : position.liquidity - amount;
        if (!add) _forget(lower, upper);
        (amount0, amount1) = _amountsBetween(lower, upper, amount, add);
        if (slot0.tick >= lower && slot0.tick < upper) liquidity = add ? liquidity + amount : liquidity - amount;
    }

    /// What liquidity between two ticks holds of both tokens at the price.
    function _amountsBetween(int24 lower, int24 upper, uint128 amount, bool up)
        private
        view
        returns (uint256 amount0, uint256 amount1)
    {
        (uint160 low, uint160 high) = (V3Math.priceAt(lower), V3Math.priceAt(upper));
        uint160 price = slot0.sqrtPriceX96;
        if (slot0.tick < lower) return (V3Math.amount0(low, high, amount, up), 0);
        if (slot0.tick >= upper) return (0, V3Math.amount1(low, high, amount, up));
        return (V3Math.amount0(price, high, amount, up), V3Math.amount1(low, price, amount, up));
    }

    function _key(address owner, int24 lower, int24 upper) private pure returns (bytes32) {
        return keccak256(abi.encodePacked(owner, lower, upper));
    }

    function _held(address token) private view returns (uint256) {
        return IToken(token).balanceOf(address(this));
    }

    function _pay(address token, address to, uint256 value) private {
        TokenMoves.pay(token, to, value, "TF");
    }
}
