// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

interface IToken19d {
    function transferFrom(address, address, uint256) external returns (bool);
}

/// @title Modules by selector, one at a time.
contract ModuleHub {
    mapping(bytes4 => address) internal moduleOf;
    address[] internal modules;
    address public immutable owner;

    event ModuleSet(bytes4 indexed selector, address module);

    constructor(address till, address owner_) {
        owner = owner_;
        modules.push(till);
        moduleOf[HubTill.pay.selector] = till;
    }

    function setModule(bytes4 selector, address module, bool listed) external {
        require(msg.sender == owner, "owner");
        require(_isAllowed(selector, module), "fixed");
        if (listed) modules.push(module);
        moduleOf[selector] = module;
        emit ModuleSet(selector, module);
    }

    function _isAllowed(bytes4, address) internal view virtual returns (bool) {
        return true;
    }

    function facetAddresses() external view returns (address[] memory) {
        return modules;
    }

    fallback() external payable {
        address module = moduleOf[msg.sig];
        require(module != address(0), "no such function");
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), module, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

/// @title The same: modules may only be replaced by others.
contract ReplacedModuleHub is ModuleHub {
    constructor(address till, address owner_) ModuleHub(till, owner_) {}

    function _isAllowed(bytes4 selector, address module) internal view override returns (bool) {
        return moduleOf[selector] != address(0) && module != address(0);
    }
}

/// @title The same: modules may only be taken out.
contract ClosedModuleHub is ModuleHub {
    constructor(address till, address owner_) ModuleHub(till, owner_) {}

    function _isAllowed(bytes4 selector, address module) internal view override returns (bool) {
        return moduleOf[selector] != address(0) && module == address(0);
    }
}

contract HubTill {
    function pay(IToken19d token, uint256 n) external {
        require(token.transferFrom(msg.sender, address(this), n), "pull");
    }
}
