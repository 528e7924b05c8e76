// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Collectible} from "./base/Collectible.sol";
import {V3Math} from "./base/V3Math.sol";
import {V3User} from "./base/V3User.sol";
import {V3Factory} from "./V3Factory.sol";
import {V3Pool} from "./V3Pool.sol";

/// @title Liquidity of v3 pools as tokens of ERC-721, with the interface of Uniswap's position manager.
/// @dev It has no pictures (`tokenURI` is empty), no permits and no list of tokens.
contract V3PositionManager is V3User, Collectible {
    event IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1);
    event DecreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1);
    event Collect(uint256 indexed tokenId, address recipient, uint256 amount0, uint256 amount1);

    struct MintParams {
        address token0;
        address token1;
        uint24 fee;
        int24 tickLower;
        int24 tickUpper;
        uint256 amount0Desired;
        uint256 amount1Desired;
        uint256 amount0Min;
        uint256 amount1Min;
        address recipient;
        uint256 deadline;
    }

    struct IncreaseLiquidityParams {
        uint256 tokenId;
        uint256 amount0Desired;
        uint256 amount1Desired;
        uint256 amount0Min;
        uint256 amount1Min;
        uint256 deadline;
    }

    struct DecreaseLiquidityParams {
        uint256 tokenId;
        uint128 liquidity;
        uint256 amount0Min;
        uint256 amount1Min;
        uint256 deadline;
    }

    struct CollectParams {
        uint256 tokenId;
        address recipient;
        uint128 amount0Max;
        uint128 amount1Max;
    }

    struct Position {
        uint96 nonce;
        address operator;
        address token0;
        address token1;
        uint24 fee;
        int24 tickLower;
        int24 tickUpper;
        uint128 liquidity;
        uint256 feeGrowthInside0LastX128;
        uint256 feeGrowthInside1LastX128;
        uint128 tokensOwed0;
        uint128 tokensOwed1;
    }

    mapping(uint256 => Position) private held;
    uint256 private lastId;

    constructor(address factory_, address wrapped) V3User(factory_, wrapped) {}

    function name() external pure returns (string memory) {
        return "Uniswap V3 Positions NFT-V1";
    }

    function symbol() external pure returns (string memory) {
        return "UNI-V3-POS";
    }

    function tokenURI(uint256 tokenId) external view returns (string memory) {
        require(ownerOf[tokenId] != address(0), "Invalid token ID");
        return "";
    }

    function positions(uint256 tokenId) external view returns (Position memory) {
        require(held[tokenId].token0 != address(0), "Invalid token ID");
        return held[tokenId];
    }

    function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96)
        external
        payable
        returns (address pool)
    {
        require(token0 < token1);
        pool = _pool(token0, token1, fee);
        if (pool == address(0)) pool = V3Factory(factory).createPool(token0, token1, fee);
        (uint160 price,,,,,,) = V3Pool(pool).slot0();
        if (price == 0) V3Pool(pool).initialize(sqrtPriceX96);
    }

    function mint(MintParams calldata params)
        external
        payable
        before(params.deadline)
        returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        tokenId = ++lastId;
        Position storage position = held[tokenId];
        (position.token0, position.token1, position.fee) = (params.token0, params.token1, params.fee);
        (position.tickLower, position.tickUpper) = (params.tickLower, params.tickUpper);
        (liquidity, amount0, amount1) = _fill(position, params.amount0Desired, params.amount1Desired);
        _atLeast(amount0, params.amount0Min, amount1, params.amount1Min);
        _update(position);
        position.liquidity = liquidity;
        _mint(params.recipient, tokenId);
        emit IncreaseLiquidity(tokenId, liquidity, amount0, amount1);
    }

    function increaseLiquidity(IncreaseLiquidityParams calldata params)
        external
        payable
        before(params.deadline)
        returns (uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        Position storage position = held[params.tokenId];
        (liquidity, amount0, amount1) = _fill(position, params.amount0Desired, params.amount1Desired);
        _atLeast(amount0, params.amount0Min, amount1, params.amount1Min);
        _update(position);
        position.liquidity += liquidity;
        emit IncreaseLiquidity(params.tokenId, liquidity, amount0, amount1);
    }

    function decreaseLiquidity(DecreaseLiquidityParams calldata params)
        external
        payable
        before(params.deadline)
        returns (uint256 amount0, uint256 amount1)
    {
        _allowed(params.tokenId);
        Position storage position = held[params.tokenId];
        require(params.liquidity > 0 && position.liquidity >= params.liquidity);
        (amount0, amount1) = _poolOf(position).burn(position.tickLower, position.tickUpper, params.liquidity);
        _atLeast(amount0, params.amount0Min, amount1, params.amount1Min);
        _update(position);
        position.liquidity -= params.liquidity;
        position.tokensOwed0 += uint128(amount0);
        position.tokensOwed1 += uint128(amount1);
        emit DecreaseLiquidity(params.tokenId, params.liquidity, amount0, amount1);
    }

    function collect(CollectParams calldata params) external payable returns (uint256 amount0, uint256 amount1) {
        _allowed(params.tokenId);
        require(params.amount0Max > 0 || params.amount1Max > 0);
        Position storage position = held[params.tokenId];
        V3Pool pool = _poolOf(position);
        if (position.liquidity > 0) {
            pool.burn(position.tickLower, position.tickUpper, 0);
            _update(position);
        }
        uint128 max0 = params.amount0Max < position.tokensOwed0 ? params.amount0Max : position.tokensOwed0;
        uint128 max1 = params.amount1Max < position.tokensOwed1 ? params.amount1Max : position.tokensOwed1;
        address to = params.recipient == address(0) ? address(this) : params.recipient;
        (amount0, amount1) = pool.collect(to, position.tickLower, position.tickUpper, max0, max1);
        position.tokensOwed0 -= max0;
        position.tokensOwed1 -= max1;
        emit Collect(params.tokenId, to, max0, max1);
    }

    function burn(uint256 tokenId) external payable {
        _allowed(tokenId);
        Position storage position = held[tokenId];
        require(position.liquidity == 0 && position.tokensOwed0 == 0 && position.tokensOwed1 == 0, "Not cleared");
        delete held[tokenId];
        _burn(tokenId);
    }

    function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata data) external {
        (address token0, address token1, uint24 fee, address payer) =
            abi.decode(data, (address, address, uint24, address));
        require(msg.sender == _pool(token0, token1, fee));
        if (owed0 > 0) _payPool(token0, payer, msg.sender, owed0);
        if (owed1 > 0) _payPool(token1, payer, msg.sender, owed1);
    }

    function _allowed(uint256 tokenId) private view {
        require(_mayMove(msg.sender, tokenId), "Not approved");
    }

    function _poolOf(Position storage position) private view returns (V3Pool) {
        return V3Pool(_pool(position.token0, position.token1, position.fee));
    }

    /// As much liquidity as the desired amounts pay for.
    function _fill(Position storage position, uint256 desired0, uint256 desired1)
        private
        returns (uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        liquidity = _affordable(position, desired0, desired1);
        bytes memory data = abi.encode(position.token0, position.token1, position.fee, msg.sender);
        (amount0, amount1) =
            _poolOf(position).mint(address(this), position.tickLower, position.tickUpper, liquidity, data);
    }

    function _affordable(Position storage position, uint256 desired0, uint256 desired1) private view returns (uint128) {
        (uint160 price,,,,,,) = _poolOf(position).slot0();
        (uint160 low, uint160 high) = (V3Math.priceAt(position.tickLower), V3Math.priceAt(position.tickUpper));
        return V3Math.liquidityFor(price, low, high, desired0, desired1);
    }

    function _atLeast(uint256 amount0, uint256 min0, uint256 amount1, uint256 min1) private pure {
        require(amount0 >= min0 && amount1 >= min1, "Price slippage check");
    }

    /// Books the fees since the last change; all positions of one range share the pool's entry.
    function _update(Position storage position) private {
        bytes32 key = keccak256(abi.encodePacked(address(this), position.tickLower, position.tickUpper));
        (, uint256 growth0, uint256 growth1,,) = _poolOf(position).positions(key);
        unchecked {
            position.tokensOwed0 +=
                uint128(V3Math.mulDiv(growth0 - position.feeGrowthInside0LastX128, position.liquidity, 2 ** 128));
            position.tokensOwed1 +=
                uint128(V3Math.mulDiv(growth1 - position.feeGrowthInside1LastX128, position.liquidity, 2 ** 128));
        }
        position.feeGrowthInside0LastX128 = growth0;
        position.feeGrowthInside1LastX128 = growth1;
    }
}
