// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Item.sol";

/// @dev "Limited edition" by promise only: what it says is its limit limits nothing.
contract Edition is Item {
    uint256 public constant maxSupply = 10;

    constructor() {
        name = "Edition";
        symbol = "EDTN";
    }

    function issue(address to, uint256 count) external onlyOwner {
        for (uint256 made = 0; made < count; ++made) _make(to);
    }
}

/// @dev Limited by code: ten pieces.
contract Imprint is Item {
    uint256 public constant maxSupply = 10;

    constructor() {
        name = "Imprint";
        symbol = "IMPR";
    }

    function issue(address to, uint256 count) external onlyOwner {
        require(totalSupply + count <= maxSupply, "edition of ten");
        for (uint256 made = 0; made < count; ++made) _make(to);
    }
}
