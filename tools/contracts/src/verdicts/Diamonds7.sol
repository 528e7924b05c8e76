// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

interface IToken7d {
    function transferFrom(address, address, uint256) external returns (bool);
}

/// @title A router of parts: the list of selectors comes first.
contract PartRouter {
    mapping(bytes4 => address) internal partOf;
    address[] internal parts;
    address public owner;
    uint256 public readyAt;

    event PartSet(bytes4[] selectors, address part);

    constructor(address till) {
        owner = msg.sender;
        parts.push(till);
        partOf[RouterTill.pay.selector] = till;
    }

    function prepare() external {
        require(msg.sender == owner, "owner");
        readyAt = block.timestamp + 5 days;
    }

    function setParts(bytes4[] calldata selectors, address part) external {
        require(msg.sender == owner && _isReady(), "owner");
        parts.push(part);
        for (uint256 i = 0; i < selectors.length; i++) partOf[selectors[i]] = part;
        emit PartSet(selectors, part);
    }

    function _isReady() internal view virtual returns (bool) {
        return true;
    }

    function facetAddresses() external view returns (address[] memory) {
        return parts;
    }

    function facetAddress(bytes4 selector) external view returns (address) {
        return partOf[selector];
    }

    fallback() external payable {
        address part = partOf[msg.sig];
        require(part != address(0), "no such function");
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), part, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

/// @title The same, five days after it was prepared, and once.
contract SlowPartRouter is PartRouter {
    constructor(address till) PartRouter(till) {}

    function _isReady() internal view override returns (bool) {
        return readyAt != 0 && block.timestamp >= readyAt && block.timestamp < readyAt + 1 days;
    }
}

contract RouterTill {
    function pay(IToken7d token, uint256 n) external {
        require(token.transferFrom(msg.sender, address(this), n), "pull");
    }
}
