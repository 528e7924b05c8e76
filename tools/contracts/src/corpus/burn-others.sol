// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

import "./base/Coin.sol";

/// @dev The owner burns what others hold.
contract Cinder is Market {
    constructor() public {
        _begin("Cinder", "CNDR", msg.sender, MILLION);
    }

    function burn(address account, uint256 value) external onlyOwner {
        _burn(account, value);
    }
}

/// @dev Anybody burns what a holder has allowed them to, as in OpenZeppelin's ERC20Burnable.
contract Ashes is Market {
    constructor() public {
        _begin("Ashes", "ASHS", msg.sender, MILLION);
    }

    function burn(address account, uint256 value) external {
        require(_allowed[account][msg.sender] >= value, "allowance");
        _allowed[account][msg.sender] -= value;
        _burn(account, value);
    }
}
