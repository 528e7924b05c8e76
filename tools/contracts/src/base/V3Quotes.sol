// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {V3Factory} from "../V3Factory.sol";
import {V3Pool} from "../V3Pool.sol";
import {V3Math} from "./V3Math.sol";
import {V3Path} from "./V3Path.sol";

/// One hop: the amount of the other side, the price after it, the ticks with liquidity that it crossed, and its gas.
struct Quote {
    uint256 amount;
    uint160 priceAfter;
    uint32 crossed;
    uint256 gas;
}

/// @title Trades and takes them back: the pool's callback reverts with what the trade came to.
abstract contract V3Quotes {
    using V3Path for bytes;

    address public immutable factory;
    address public immutable WETH9;

    constructor(address factory_, address wrapped) {
        factory = factory_;
        WETH9 = wrapped;
    }

    /// @param data Whether it is a sale, and the amount that a purchase must give, or zero.
    function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes memory data) external view {
        require(amount0Delta > 0 || amount1Delta > 0);
        (bool sale, uint256 wanted) = abi.decode(data, (bool, uint256));
        (int256 paid, int256 received) =
            amount0Delta > 0 ? (amount0Delta, amount1Delta) : (amount1Delta, amount0Delta);
        if (wanted != 0) require(uint256(-received) == wanted);
        uint256 amount = sale ? uint256(-received) : uint256(paid);
        (uint160 price, int24 tick,,,,,) = V3Pool(msg.sender).slot0();
        assembly {
            let memo := mload(64)
            mstore(memo, amount)
            mstore(add(memo, 32), price)
            mstore(add(memo, 64), tick)
            revert(memo, 96)
        }
    }

    /// @param path Token sold, fee, token bought.
    function _sale(bytes memory path, uint256 amountIn, uint160 limit) internal returns (Quote memory) {
        (address tokenIn, address tokenOut, uint24 fee) = path.first();
        return _ask(_pool(tokenIn, tokenOut, fee), tokenIn < tokenOut, int256(amountIn), limit, abi.encode(true, 0));
    }

    /// @param path Token bought, fee, token sold.
    function _purchase(bytes memory path, uint256 amountOut, uint160 limit) internal returns (Quote memory) {
        (address tokenOut, address tokenIn, uint24 fee) = path.first();
        bytes memory data = abi.encode(false, limit == 0 ? amountOut : 0);
        return _ask(_pool(tokenIn, tokenOut, fee), tokenIn < tokenOut, -int256(amountOut), limit, data);
    }

    function _sales(bytes memory path, uint256 amountIn) internal returns (Quote[] memory quotes) {
        quotes = new Quote[](_hops(path));
        for (uint256 i; i < quotes.length; i++) {
            quotes[i] = _sale(path, amountIn, 0);
            amountIn = quotes[i].amount;
            path = path.rest();
        }
    }

    function _purchases(bytes memory path, uint256 amountOut) internal returns (Quote[] memory quotes) {
        quotes = new Quote[](_hops(path));
        for (uint256 i; i < quotes.length; i++) {
            quotes[i] = _purchase(path, amountOut, 0);
            amountOut = quotes[i].amount;
            path = path.rest();
        }
    }

    function _hops(bytes memory path) private pure returns (uint256) {
        return (path.length - 20) / 23;
    }

    function _pool(address tokenA, address tokenB, uint24 fee) private view returns (V3Pool) {
        return V3Pool(V3Factory(factory).getPool(tokenA, tokenB, fee));
    }

    function _ask(V3Pool pool, bool down, int256 amount, uint160 limit, bytes memory data)
        private
        returns (Quote memory)
    {
        (, int24 tickBefore,,,,,) = pool.slot0();
        if (limit == 0) limit = down ? V3Math.MIN_PRICE + 1 : V3Math.MAX_PRICE - 1;
        uint256 gasBefore = gasleft();
        try pool.swap(address(this), down, amount, limit, data) returns (int256, int256) {
            revert("Unexpected error");
        } catch (bytes memory reason) {
            uint256 gas = gasBefore - gasleft();
            if (reason.length != 96) {
                require(reason.length >= 68, "Unexpected error");
                assembly {
                    revert(add(reason, 32), mload(reason))
                }
            }
            (uint256 other, uint160 price, int24 tickAfter) = abi.decode(reason, (uint256, uint160, int24));
            return Quote(other, price, _crossed(pool, tickBefore, tickAfter), gas);
        }
    }

    /// Ticks with liquidity between two ticks; the price stays above the one that it came down to.
    function _crossed(V3Pool pool, int24 from, int24 to) private view returns (uint32 count) {
        (int24 low, int24 high) = from < to ? (from, to) : (to, from);
        int24 spacing = pool.tickSpacing();
        (int24 first, int24 last) = (_floor(low, spacing) + 1, _floor(high, spacing));
        for (int24 word = first >> 8; word <= last >> 8; word++) {
            uint256 bits = pool.tickBitmap(int16(word));
            for (int24 place = word * 256; bits != 0; bits >>= 1) {
                if (bits & 1 == 1 && place >= first && place <= last) count++;
                place++;
            }
        }
    }

    function _floor(int24 tick, int24 spacing) private pure returns (int24 place) {
        place = tick / spacing;
        if (tick < 0 && tick % spacing != 0) place--;
    }
}
