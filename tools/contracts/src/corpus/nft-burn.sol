// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

import "./base/Item.sol";

/// @dev The owner destroys what others bought.
contract Kiln is Item {
    constructor() public {
        name = "Kiln";
        symbol = "KILN";
    }

    function mint(address to) external onlyOwner {
        require(totalSupply < 100, "sold out");
        _make(to);
    }

    function retire(uint256 tokenId) external onlyOwner {
        _burn(tokenId);
    }
}

/// @dev The holder may destroy what is theirs.
contract Furnace is Item {
    constructor() public {
        name = "Furnace";
        symbol = "FRNC";
    }

    function mint(address to) external onlyOwner {
        require(totalSupply < 100, "sold out");
        _make(to);
    }

    function retire(uint256 tokenId) external {
        require(_mayMove(msg.sender, tokenId), "not allowed");
        _burn(tokenId);
    }
}
