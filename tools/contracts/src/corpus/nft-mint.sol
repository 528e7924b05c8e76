// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Item.sol";

/// @dev "Limited edition" by promise only.
contract Edition is Item {
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
    constructor() {
        name = "Imprint";
        symbol = "IMPR";
    }

    function issue(address to, uint256 count) external onlyOwner {
        require(totalSupply + count <= 10, "edition of ten");
        for (uint256 made = 0; made < count; ++made) _make(to);
    }
}
