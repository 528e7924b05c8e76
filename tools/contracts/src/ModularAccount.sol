// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

/// @title An account of one key with modules in the form of ERC-7579.
contract ModularAccount {
    address public immutable owner;
    mapping(uint256 => mapping(address => bool)) private installed;

    event ModuleInstalled(uint256 moduleTypeId, address module);
    event ModuleUninstalled(uint256 moduleTypeId, address module);

    modifier onlyOwner() {
        require(msg.sender == owner || msg.sender == address(this), "only the owner");
        _;
    }

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    function execute(address to, uint256 value, bytes calldata data) external onlyOwner returns (bytes memory) {
        (bool ok, bytes memory answer) = to.call{value: value}(data);
        require(ok, "call failed");
        return answer;
    }

    function installModule(uint256 moduleTypeId, address module, bytes calldata) external onlyOwner {
        installed[moduleTypeId][module] = true;
        emit ModuleInstalled(moduleTypeId, module);
    }

    function uninstallModule(uint256 moduleTypeId, address module, bytes calldata) external onlyOwner {
        installed[moduleTypeId][module] = false;
        emit ModuleUninstalled(moduleTypeId, module);
    }

    function isModuleInstalled(uint256 moduleTypeId, address module, bytes calldata) external view returns (bool) {
        return installed[moduleTypeId][module];
    }
}
