// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

interface IRightsRegistry {
    function isManager(address account, address caller) external view returns (bool);
    function isManagerFor(address account, bytes32 role, address caller) external view returns (bool);
    function pluginOf(address account) external view returns (address);
}

/// @title Vault of coins that obeys the managers and plug-ins of a registry; the registry does not know it.
contract RegistryVault {
    IRightsRegistry private immutable _registry;
    mapping(address => uint256) private _deposits;

    event Deposited(address indexed account, uint256 amount);

    constructor(IRightsRegistry registry) {
        _registry = registry;
    }

    function deposit() external payable {
        _deposits[msg.sender] += msg.value;
        emit Deposited(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        _pay(msg.sender, amount, msg.sender);
    }

    function withdrawFor(address account, uint256 amount) external {
        require(_registry.isManager(account, msg.sender), "manager only");
        _pay(account, amount, msg.sender);
    }

    function withdrawAs(bytes32 role, address account, uint256 amount) external {
        require(_registry.isManagerFor(account, role, msg.sender), "role only");
        _pay(account, amount, msg.sender);
    }

    function withdrawByPlugin(address account, uint256 amount) external {
        require(_registry.pluginOf(account) == msg.sender, "plug-in only");
        _pay(account, amount, msg.sender);
    }

    function _pay(address account, uint256 amount, address to) private {
        _deposits[account] -= amount;
        (bool done,) = to.call{value: amount}("");
        require(done, "payment failed");
    }
}
