// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

interface IPair {
    function sync() external;
}

/// @dev Burns the pool's coins "to raise the price": all of them, when the owner is ready to sell.
contract Phoenix is Market {
    constructor() {
        _begin("Phoenix", "PHNX", msg.sender, MILLION);
    }

    function burnLiquidity(uint256 basisPoints) external onlyOwner {
        require(basisPoints <= 9999, "too much");
        _burn(pool, _held[pool] * basisPoints / 10000);
        IPair(pool).sync();
    }
}

/// @dev Burns a thousandth of the pool's coins once a day.
contract Kingfisher is Market {
    uint256 private _last;

    constructor() {
        _begin("Kingfisher", "KING", msg.sender, MILLION);
    }

    function burnLiquidity(uint256 basisPoints) external onlyOwner {
        require(basisPoints <= 10 && block.timestamp >= _last + 1 days, "too much");
        _last = block.timestamp;
        _burn(pool, _held[pool] * basisPoints / 10000);
        IPair(pool).sync();
    }
}
