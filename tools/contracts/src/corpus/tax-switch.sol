// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

import "./base/OldCoin.sol";

/// @dev 2 % until the owner says 99.
contract Copper is OldCoin {
    uint256 public fee = 2;

    constructor() public {
        begin("Copper", "COPR", MILLION);
    }

    function setFee(uint256 percent) external onlyOwner {
        require(percent < 100, "too much");
        fee = percent;
    }

    function move(address from, address to, uint256 value) internal {
        uint256 cut = from != owner && (to == pool || from == pool) ? value * fee / 100 : 0;
        if (cut > 0) put(from, owner, cut);
        put(from, to, value - cut);
    }
}

/// @dev 2 %, and the code lets no owner go above 5.
contract Bronze is OldCoin {
    uint256 public fee = 2;

    constructor() public {
        begin("Bronze", "BRNZ", MILLION);
    }

    function setFee(uint256 percent) external onlyOwner {
        require(percent <= 5, "too much");
        fee = percent;
    }

    function move(address from, address to, uint256 value) internal {
        uint256 cut = from != owner && (to == pool || from == pool) ? value * fee / 100 : 0;
        if (cut > 0) put(from, owner, cut);
        put(from, to, value - cut);
    }
}
