// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {V3Pool} from "./V3Pool.sol";

/// @title Makes one pool for each two tokens and fee, with the interface and the events of the Uniswap v3 factory.
contract V3Factory {
    event OwnerChanged(address indexed oldOwner, address indexed newOwner);
    event PoolCreated(
        address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool
    );
    event FeeAmountEnabled(uint24 indexed fee, int24 indexed tickSpacing);

    struct Parameters {
        address factory;
        address token0;
        address token1;
        uint24 fee;
        int24 tickSpacing;
    }

    address public owner = msg.sender;
    /// What a pool asks for in its constructor: so its address depends on the salt alone.
    Parameters public parameters;
    mapping(uint24 => int24) public feeAmountTickSpacing;
    mapping(address => mapping(address => mapping(uint24 => address))) public getPool;

    constructor() {
        emit OwnerChanged(address(0), msg.sender);
        _enable(500, 10);
        _enable(3000, 60);
        _enable(10000, 200);
    }

    function createPool(address tokenA, address tokenB, uint24 fee) external returns (address pool) {
        require(tokenA != tokenB);
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        int24 spacing = feeAmountTickSpacing[fee];
        require(token0 != address(0) && spacing != 0 && getPool[token0][token1][fee] == address(0));
        parameters = Parameters(address(this), token0, token1, fee, spacing);
        pool = address(new V3Pool{salt: keccak256(abi.encode(token0, token1, fee))}());
        delete parameters;
        getPool[token0][token1][fee] = pool;
        getPool[token1][token0][fee] = pool;
        emit PoolCreated(token0, token1, fee, spacing, pool);
    }

    function setOwner(address owner_) external {
        require(msg.sender == owner);
        emit OwnerChanged(owner, owner_);
        owner = owner_;
    }

    function enableFeeAmount(uint24 fee, int24 spacing) external {
        require(msg.sender == owner && fee < 1_000_000 && spacing > 0 && spacing < 16384);
        require(feeAmountTickSpacing[fee] == 0);
        _enable(fee, spacing);
    }

    function _enable(uint24 fee, int24 spacing) private {
        feeAmountTickSpacing[fee] = spacing;
        emit FeeAmountEnabled(fee, spacing);
    }
}
